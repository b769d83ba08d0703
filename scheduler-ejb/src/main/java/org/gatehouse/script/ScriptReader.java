package org.gatehouse.script;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gatehouse.script.JobRequest.Ending;
import org.gatehouse.script.JobRequest.Label;
import org.gatehouse.script.JobRequest.Part;
import org.gatehouse.script.JobRequest.Placing;
import org.gatehouse.script.JobRequest.Program;
import org.gatehouse.script.JobRequest.Resources;
import org.gatehouse.script.JobRequest.Timing;
import org.jspecify.annotations.Nullable;

/**
 * Reads a batch script as sbatch would and says, all at once, what it gives, what counts for nothing and what is wrong.
 *
 * <p>Cost: a few passes over the bytes, none of them nested, and per option a constant (the table of options and edit
 * distances of short words). Scripts over 1 MiB are not looked at. Memory is a small multiple of the script; findings and
 * lines that are listed have fixed upper bounds. Without state: one instance serves all threads.
 */
public final class ScriptReader {

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
        var asked = new Asked(settings(header, source, findings), offer, findings);
        var body = new BodyAdvice(text, asked);
        PoolCheck.check(asked);
        Resources resources = resources(asked);
        Label label = new LabelReader(asked).read(defaultName(source, body, header));
        var streams = new StreamsReader(asked);
        var program = new Program(text.clean(), shape.interpreter(), source.args(), streams.export());
        var files = streams.streams();
        body.warn(header.firstCommand());
        var lines = new LineReport(header, asked).lines();
        if (label == null || resources == null || findings.refused()) {
            return refused(lines, findings);
        }
        var request = new JobRequest(
                label,
                resources,
                files,
                program,
                Timing.ANY,
                Placing.ANY,
                Optional.empty(),
                Ending.USUAL,
                further(asked));
        return new Verdict(request, Summary.of(request), lines, findings.list(), shape.slurmWouldRefuse());
    }

    private static Settings settings(Header header, ScriptSource source, Findings findings) {
        var fromScript = new OptionParser(header.words(), findings).parse();
        var fromRequest = RequestFields.read(source.overrides(), findings);
        ValueCheck.check(fromScript, findings);
        ValueCheck.check(fromRequest, findings);
        return new Settings(fromScript, fromRequest);
    }

    private static @Nullable Resources resources(Asked asked) {
        var tally = new GpuTally(asked);
        var layout = TaskLayout.of(asked, tally);
        var gpus = tally.inAll(layout, TaskLayout.tasksKnown(asked.settings()));
        long count = gpus.stream().mapToLong(GpuCount::count).sum();
        var memory = MemoryAsked.of(asked, layout, count);
        new Fit(asked, layout, memory, gpus).check();
        return asked.findings().refused()
                ? null
                : new Resources(
                        List.of(new Part(
                                layout.nodes(),
                                Math.ceilDiv(layout.tasks(), layout.nodes()),
                                Math.toIntExact(Math.ceilDiv(layout.totalCpus(), layout.nodes())),
                                memory,
                                gpus)),
                        layout.cpusPerTask());
    }

    /** Never "sbatch": the file's name or the form's title, else what the script runs. */
    private static String defaultName(ScriptSource source, BodyAdvice body, Header header) {
        String file = source.fileName() == null ? "" : BodyAdvice.baseName(source.fileName());
        return file.isBlank() ? body.firstProgram(header.firstCommand()).orElse("batch job") : file;
    }

    private static Map<String, String> further(Asked asked) {
        var further = new TreeMap<String, String>();
        for (Setting setting : asked.settings().winners()) {
            if (setting.option().bearing() instanceof PoolFeature) {
                further.put(setting.option().longName(), setting.text());
            }
        }
        return further;
    }

    private static Verdict refused(List<ReadLine> lines, Findings findings) {
        return new Verdict(null, Summary.refused(findings.errors()), lines, findings.list(), null);
    }
}
