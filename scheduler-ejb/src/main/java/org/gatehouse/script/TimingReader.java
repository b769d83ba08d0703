package org.gatehouse.script;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.gatehouse.script.JobRequest.Ending;
import org.gatehouse.script.JobRequest.Timing;

/** Finds when a job may start, and what happens at its end. */
final class TimingReader {
    private final Asked asked;
    private final TimeLimit limit;

    /** @param limit of no length where it is not known */
    TimingReader(Asked asked, TimeLimit limit) {
        this.asked = asked;
        this.limit = limit;
    }

    Timing timing() {
        Optional<ZonedDateTime> begin = when(SbatchOption.BEGIN).filter(this::isToCome);
        Optional<ZonedDateTime> deadline = when(SbatchOption.DEADLINE);
        deadline.ifPresent(by -> checkDeadline(begin.orElse(asked.offer().now()), by));
        Optional<Dependency> dependency = asked.granted(SbatchOption.DEPENDENCY, DependencyValue::read);
        boolean endOnBad = asked.granted(SbatchOption.KILL_ON_INVALID_DEP, ValueCheck::readYesNo)
                .orElse(true);
        return new Timing(
                asked.granted(SbatchOption.HOLD).isPresent(),
                begin.map(ZonedDateTime::toInstant),
                deadline.map(ZonedDateTime::toInstant),
                dependency,
                endOnBad);
    }

    private Optional<ZonedDateTime> when(SbatchOption option) {
        return asked.granted(option, text -> WhenValue.read(text, asked.offer().now()));
    }

    private boolean isToCome(ZonedDateTime begin) {
        if (begin.isAfter(asked.offer().now())) {
            return true;
        }
        Setting setting = asked.settings().get(SbatchOption.BEGIN).orElseThrow();
        if (!setting.text().strip().equalsIgnoreCase("now")) {
            asked.findings()
                    .notice(
                            "begin-in-the-past",
                            setting.where(),
                            setting.shown() + " is " + Words.moment(begin) + ", which is past: it may start at once",
                            null);
        }
        return false;
    }

    private void checkDeadline(ZonedDateTime begin, ZonedDateTime deadline) {
        Instant end = begin.toInstant().plus(limit.limit());
        if (end.isAfter(deadline.toInstant())) {
            asked.findings()
                    .error(
                            "deadline-too-early",
                            asked.whereOf(List.of(SbatchOption.DEADLINE)),
                            "a job of " + Words.duration(limit.limit()) + " cannot end by " + Words.moment(deadline)
                                    + "; it could start at " + Words.moment(begin),
                            "choose a later deadline, or a shorter --time");
        }
    }

    Ending ending() {
        boolean requeue = !asked.settings().has(SbatchOption.NO_REQUEUE);
        return new Ending(asked.granted(SbatchOption.SIGNAL, SignalValue::read).flatMap(this::warning), requeue);
    }

    private Optional<WarningSignal> warning(SignalValue value) {
        Setting setting = asked.settings().get(SbatchOption.SIGNAL).orElseThrow();
        var signal = value.toWarning();
        if (signal.isEmpty()) {
            asked.findings()
                    .error(
                            "bad-value",
                            setting,
                            setting.named() + ": there is no signal " + Words.shorten(value.signal()),
                            "write a name such as USR1, or a number from 1 to 64");
        }
        signal.filter(warning -> !limit.limit().isZero() && warning.before().compareTo(limit.limit()) >= 0)
                .ifPresent(warning -> asked.findings()
                        .warning(
                                "signal-at-once",
                                setting.where(),
                                setting.shown() + ": the job may run for " + Words.duration(limit.limit())
                                        + ", so the signal comes as soon as it has started",
                                "make the time behind @ shorter than the time limit"));
        return signal;
    }

    /** The array; empty for a plain job. */
    Optional<ArrayAsk> array() {
        Function<String, Read<ArrayAsk>> grammar =
                text -> ArrayValue.read(text, asked.offer().mostArrayIndex());
        return asked.granted(SbatchOption.ARRAY, grammar);
    }
}
