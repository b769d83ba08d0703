package org.gatehouse.script;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.gatehouse.script.Finding.Where;
import org.gatehouse.script.JobRequest.Label;
import org.gatehouse.script.PoolOffer.Partition;
import org.jspecify.annotations.Nullable;

/** Finds name, team, partition and time limit. Each is null after an error about it. */
final class LabelReader {
    private static final int LONGEST_NAME = 1000;

    private final Asked asked;

    LabelReader(Asked asked) {
        this.asked = asked;
    }

    /** The label; null when part of it could not be found, which has been said. */
    @Nullable
    Label read(String defaultName) {
        String name = name(defaultName);
        String team = team();
        Partition partition = partition();
        TimeLimit limit = partition == null ? null : limit(partition);
        return team == null || partition == null || limit == null
                ? null
                : new Label(name, team, partition.name(), limit);
    }

    private String name(String defaultName) {
        String name =
                asked.settings().get(SbatchOption.JOB_NAME).map(Setting::text).orElse(defaultName);
        if (name.length() > LONGEST_NAME) {
            asked.findings()
                    .error(
                            "name-too-long",
                            asked.whereOf(List.of(SbatchOption.JOB_NAME)),
                            "the job name has " + name.length() + " characters; the limit is " + LONGEST_NAME,
                            "shorten it");
        }
        return name.isBlank() ? defaultName : name;
    }

    private @Nullable String team() {
        var teams = asked.offer().teams();
        Setting setting = asked.settings().get(SbatchOption.ACCOUNT).orElse(null);
        if (setting == null) {
            return defaultTeam(teams);
        }
        String wanted = setting.text();
        if (teams.contains(wanted)) {
            return wanted;
        }
        var byLastName =
                teams.stream().filter(team -> team.endsWith("/" + wanted)).toList();
        if (byLastName.size() == 1) {
            return byLastName.getFirst();
        }
        sayNoTeam(setting, byLastName);
        return null;
    }

    private void sayNoTeam(Setting setting, List<String> candidates) {
        String wanted = Words.shorten(setting.text());
        if (candidates.isEmpty()) {
            var teams = asked.offer().teams();
            asked.findings()
                    .error(
                            "unknown-team",
                            setting,
                            "you are in no team called \"" + wanted + "\"; your teams: " + Words.list(teams),
                            didYouMean(setting.text(), teams));
        } else {
            asked.findings()
                    .error(
                            "ambiguous-team",
                            setting,
                            "\"" + wanted + "\" could be any of " + Words.list(candidates),
                            "write the whole path");
        }
    }

    private @Nullable String defaultTeam(List<String> teams) {
        if (teams.size() == 1) {
            return teams.getFirst();
        }
        var where = new Where(null, SbatchOption.ACCOUNT.longName());
        if (teams.isEmpty()) {
            asked.findings().error("no-team", where, "you are in no team that could be charged", "ask a team admin");
        } else {
            asked.findings()
                    .error(
                            "team-not-said",
                            where,
                            "you are in several teams; say which one is charged: " + Words.list(teams),
                            "add #SBATCH --account=" + teams.getFirst() + " or choose the team in the form");
        }
        return null;
    }

    private @Nullable Partition partition() {
        var partitions = asked.offer().hardware().partitions();
        Setting setting = asked.settings().get(SbatchOption.PARTITION).orElse(null);
        if (setting == null) {
            return defaultPartition(partitions);
        }
        String wanted = setting.text();
        Optional<Partition> found =
                partitions.stream().filter(p -> p.name().equals(wanted)).findFirst();
        if (found.isPresent()) {
            return found.get();
        }
        if (wanted.indexOf(',') > 0) {
            asked.notYet(setting.where(), "a choice of partitions is", "name one partition");
            return null;
        }
        var names = partitions.stream().map(Partition::name).toList();
        asked.findings()
                .error(
                        "unknown-partition",
                        setting,
                        "the pool " + asked.offer().name() + " has no partition \"" + Words.shorten(wanted)
                                + "\"; those it has: " + Words.list(names),
                        didYouMean(wanted.startsWith("=") ? wanted.substring(1) : wanted, names));
        return null;
    }

    private @Nullable Partition defaultPartition(List<Partition> partitions) {
        var byDefault = partitions.size() == 1
                ? Optional.of(partitions.getFirst())
                : partitions.stream().filter(Partition::isDefault).findFirst();
        if (byDefault.isEmpty()) {
            asked.findings()
                    .error(
                            "partition-not-said",
                            new Where(null, SbatchOption.PARTITION.longName()),
                            "the pool " + asked.offer().name() + " has no default partition",
                            "name one of "
                                    + Words.list(partitions.stream()
                                            .map(Partition::name)
                                            .toList()));
        }
        return byDefault.orElse(null);
    }

    private @Nullable TimeLimit limit(Partition partition) {
        Setting setting = asked.settings().get(SbatchOption.TIME).orElse(null);
        if (setting == null) {
            return new TimeLimit(partition.defaultTime(), TimeLimit.Origin.PARTITION_DEFAULT);
        }
        return switch (TimeValue.read(setting.text())) {
            case Read.Bad<TimeValue> bad -> null;
            case Read.Good<TimeValue>(TimeValue.Limited(Duration limit)) -> within(partition, limit, setting);
            case Read.Good<TimeValue>(TimeValue.Unlimited unlimited) -> unlimited(partition, setting);
        };
    }

    private @Nullable TimeLimit within(Partition partition, Duration limit, Setting setting) {
        if (limit.compareTo(partition.maxTime()) <= 0) {
            return new TimeLimit(limit, TimeLimit.Origin.ASKED);
        }
        asked.findings()
                .error(
                        "time-above-maximum",
                        setting,
                        Words.duration(limit) + " is more than the partition " + partition.name() + " allows",
                        "ask for at most " + Words.duration(partition.maxTime()));
        return null;
    }

    private TimeLimit unlimited(Partition partition, Setting setting) {
        asked.findings()
                .notice(
                        "unlimited-time",
                        setting.where(),
                        setting.shown() + " asks for no limit; it gets the most the partition " + partition.name()
                                + " allows: " + Words.duration(partition.maxTime()),
                        null);
        return new TimeLimit(partition.maxTime(), TimeLimit.Origin.PARTITION_MAXIMUM);
    }

    private static String didYouMean(String wanted, List<String> known) {
        return Nearest.of(wanted, known)
                .map(near -> "did you mean " + near + "?")
                .orElse("name one of them");
    }
}
