package org.gatehouse.script;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.gatehouse.script.JobRequest.Label;
import org.gatehouse.script.JobRequest.Program;
import org.gatehouse.script.JobRequest.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Reads a batch script as sbatch would and says, all at once, what it gives, what counts for nothing and what is wrong.
 *
 * <p>Cost: a few passes over the bytes, none of them nested, and per option a constant (the table of options and edit
 * distances of short words). Scripts over 1 MiB are not looked at. Memory is a small multiple of the script; findings and
 * lines that are listed have fixed upper bounds. Without state: one instance serves all threads.
 */
public final class ScriptReader {
    /** What a request has words of its own for; of the rest a pool that honours it gets the text. */
    private static final Set<PoolFeature> IN_REQUEST = Set.of(
            PoolFeature.ARRAY,
            PoolFeature.BEGIN,
            PoolFeature.CONSTRAINT,
            PoolFeature.DEADLINE,
            PoolFeature.DEPENDENCY,
            PoolFeature.EXCLUSIVE,
            PoolFeature.HOLD,
            PoolFeature.NODELIST,
            PoolFeature.REQUEUE,
            PoolFeature.SIGNAL);

    public Verdict read(ScriptSource source, PoolOffer offer) {
        var findings = new Findings();
        if (ScriptShape.tooLarge(source, findings)) {
            return refused(List.of(), findings);
        }
        var text = ScriptText.of(source.bytes());
        var shape = new ScriptShape(source.called(), text, findings);
        if (!shape.check()) {
            return refused(List.of(), findings);
        }
        var header = new HeaderReader(text, findings).read();
        var asked = new Asked(settings(header, source, offer, findings), offer, findings);
        var body = new BodyAdvice(text, asked);
        PoolCheck.check(asked);
        Label label = new LabelReader(asked).read(defaultName(source, body, header));
        var request = request(
                asked,
                label,
                new Program(text.clean(), shape.interpreter(), source.args(), new ExportReader(asked).read()));
        body.warn(header);
        var lines = new LineReport(text, header, asked).lines();
        return request == null || findings.refused()
                ? refused(lines, findings)
                : new Verdict(request, Summary.of(request), lines, findings.list(), shape.slurmWouldRefuse());
    }

    private static Settings settings(Header header, ScriptSource source, PoolOffer offer, Findings findings) {
        var fromScript = new OptionParser(header.words(), findings).parse();
        var fromEnvironment = EnvironmentFields.read(source.environment(), findings);
        var fromRequest = RequestFields.read(source.overrides(), findings);
        for (var layer : List.of(fromScript, fromEnvironment, fromRequest)) {
            ValueCheck.check(layer, offer.now(), findings);
        }
        return new Settings(fromScript, fromEnvironment, fromRequest);
    }

    /** The request; null without a label, and of no meaning after an error. */
    private static @Nullable JobRequest request(Asked asked, @Nullable Label label, Program program) {
        var topology = Topology.of(asked);
        var ground = new PlacingReader(asked, label == null ? null : label.partition()).read(topology);
        Resources resources = new ResourcesReader(asked, ground, topology).read();
        var streams = new StreamsReader(asked).streams();
        var limit = label == null ? new TimeLimit(Duration.ZERO, TimeLimit.Origin.ASKED) : label.timeLimit();
        var timing = new TimingReader(asked, limit);
        var when = timing.timing();
        var array = timing.array();
        var ending = timing.ending();
        return label == null
                ? null
                : new JobRequest(
                        label, resources, streams, program, when, ground.placing(), array, ending, further(asked));
    }

    /** Never "sbatch": the file's name or the form's title, else what the script runs. */
    private static String defaultName(ScriptSource source, BodyAdvice body, Header header) {
        String file = source.fileName() == null ? "" : BodyAdvice.baseName(source.fileName());
        return file.isBlank() ? body.firstProgram(header.firstCommand()).orElse("batch job") : file;
    }

    /** Scripts find them in variables of their own when they were given. */
    private static final Set<SbatchOption> TOLD = Set.of(
            SbatchOption.NTASKS_PER_NODE,
            SbatchOption.GPUS,
            SbatchOption.GPUS_PER_NODE,
            SbatchOption.GPUS_PER_TASK,
            SbatchOption.CPUS_PER_GPU);

    private static Map<String, String> further(Asked asked) {
        var further = new TreeMap<String, String>();
        for (Setting setting : asked.settings().winners()) {
            boolean onlySomePools = setting.bearing() instanceof PoolFeature feature && !IN_REQUEST.contains(feature);
            if (onlySomePools || TOLD.contains(setting.option())) {
                further.put(setting.option().longName(), setting.text());
            }
        }
        return further;
    }

    private static Verdict refused(List<ReadLine> lines, Findings findings) {
        return new Verdict(null, Summary.refused(findings.errors()), lines, findings.list(), null);
    }
}
