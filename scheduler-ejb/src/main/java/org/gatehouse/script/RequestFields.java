package org.gatehouse.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gatehouse.script.Finding.Where;

/** Turns the fields of a request into settings. An error in one names the field, not a place. A blank field asks for
 * nothing. */
final class RequestFields {
    private RequestFields() {}

    static List<Setting> read(Map<String, String> fields, Findings findings) {
        var settings = new ArrayList<Setting>();
        fields.forEach((name, value) -> {
            String bare = name.startsWith("--") ? name.substring(2) : name;
            switch (OptionNames.find(bare)) {
                case OptionNames.Match.Found(SbatchOption option) -> add(option, value, settings);
                case OptionNames.Match.Ambiguous(List<String> candidates) ->
                    findings.error(
                            "ambiguous-option",
                            new Where(null, name),
                            "the field " + name + " could be any of " + Words.list(candidates),
                            "name it in full");
                case OptionNames.Match.Unknown() ->
                    findings.error(
                            "unknown-option",
                            new Where(null, name),
                            "sbatch has no option --" + Words.shorten(bare),
                            OptionNames.nearest(bare)
                                    .map(near -> "did you mean " + near + "?")
                                    .orElse(null));
            }
        });
        return settings;
    }

    private static void add(SbatchOption option, String value, List<Setting> settings) {
        boolean isSwitch = option.argument() == Argument.NONE;
        if (option.argument().isRequired() && value.isBlank()) {
            return;
        }
        boolean flag = value.isEmpty() || value.equals("true");
        if (isSwitch && value.equals("false")) {
            return;
        }
        String text = isSwitch || (option.argument().isOptional() && flag) ? null : value;
        settings.add(new Setting(option, text, null, option.dashed()));
    }
}
