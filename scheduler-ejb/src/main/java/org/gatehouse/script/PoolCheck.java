package org.gatehouse.script;

import java.util.Map;

/** Refuses what the pool does not honour and what nobody may ask for. */
final class PoolCheck {
    private static final Map<SbatchOption, String> REMEDIES = Map.of(
            SbatchOption.ARRAY, "remove it and submit a job per index",
            SbatchOption.DEPENDENCY, "remove it and submit when the other job has ended",
            SbatchOption.INPUT, "remove it and write < file behind the command in the script");

    private PoolCheck() {}

    static void check(Asked asked) {
        sayNoMail(asked);
        for (Setting setting : asked.settings().winners()) {
            switch (setting.bearing()) {
                case Bearing.Fixed fixed -> checkFixed(fixed, setting, asked.findings());
                case PoolFeature feature -> {
                    if (!asked.offer().honours(feature)) {
                        asked.notYet(
                                setting.where(),
                                setting.option().dashed() + " ("
                                        + setting.option().meaning() + ") is",
                                remedy(setting.option()));
                    }
                }
            }
        }
    }

    private static void checkFixed(Bearing.Fixed fixed, Setting setting, Findings findings) {
        if (fixed == Bearing.Fixed.NEVER) {
            findings.error(
                    "never-allowed",
                    setting,
                    setting.option().dashed() + " (" + setting.option().meaning() + ") is not allowed in a job",
                    "remove it");
        }
    }

    private static void sayNoMail(Asked asked) {
        asked.settings()
                .get(SbatchOption.MAIL_TYPE)
                .filter(setting -> !setting.text().equalsIgnoreCase("none"))
                .ifPresent(setting -> asked.findings()
                        .notice(
                                "no-mail",
                                setting.where(),
                                "no mail is sent by this pool",
                                "look at the page of the job"));
    }

    private static String remedy(SbatchOption option) {
        return REMEDIES.getOrDefault(
                option, "remove it; it would change what runs, where or when, so it is not ignored");
    }
}
