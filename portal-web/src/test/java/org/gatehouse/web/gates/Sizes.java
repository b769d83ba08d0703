package org.gatehouse.web.gates;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/**
 * Lengths as the compiler's parser sees them, in lines from the first annotation to the closing brace; comments inside count,
 * the one above does not. A record's components are its fields and no parameters. The way out is a comment
 * {@code // size: reason} on the line above the declaration or on one of its lines up to the opening brace.
 */
final class Sizes {

    static final int CLASS_LINES = 300;
    static final int METHOD_LINES = 30;
    static final int PARAMETERS = 5;

    private static final Pattern REASON = Pattern.compile("// size: +\\S.*");

    private Sizes() {}

    /** @param where the class, with the method when it is one */
    record Excess(String where, long size, String what) {}

    static List<Excess> of(Iterable<? extends JavaFileObject> files) throws IOException {
        JavacTask task = (JavacTask)
                ToolProvider.getSystemJavaCompiler().getTask(null, null, null, List.of("-proc:none"), null, files);
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        List<Excess> found = new ArrayList<>();
        for (CompilationUnitTree unit : task.parse()) {
            new Scanner(unit, positions, found).scan(unit, "");
        }
        return found;
    }

    private static final class Scanner extends TreeScanner<Void, String> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<Excess> found;
        private final List<String> lines;

        Scanner(CompilationUnitTree unit, SourcePositions positions, List<Excess> found) throws IOException {
            this.unit = unit;
            this.positions = positions;
            this.found = found;
            this.lines =
                    unit.getSourceFile().getCharContent(true).toString().lines().toList();
        }

        @Override
        public Void visitClass(ClassTree type, String outer) {
            String name = outer.isEmpty() ? type.getSimpleName().toString() : outer + "." + type.getSimpleName();
            note(type, name, "lines", length(type), CLASS_LINES);
            return super.visitClass(type, name);
        }

        @Override
        public Void visitMethod(MethodTree method, String type) {
            String name = type + "#" + method.getName();
            note(method, name, "lines", length(method), METHOD_LINES);
            note(method, name, "parameters", written(method), PARAMETERS);
            return super.visitMethod(method, type);
        }

        /** A compact constructor has its record's components, which stand before it. */
        private long written(MethodTree method) {
            long start = positions.getStartPosition(unit, method);
            return method.getParameters().stream()
                    .filter(p -> positions.getStartPosition(unit, p) >= start)
                    .count();
        }

        private void note(Tree tree, String name, String what, long size, int most) {
            if (size > most && !hasReason((int) first(tree))) {
                found.add(new Excess(name, size, what));
            }
        }

        private boolean hasReason(int first) {
            for (int line = Math.max(1, first - 1); line <= lines.size(); line++) {
                String text = lines.get(line - 1);
                if (REASON.matcher(text).find()) {
                    return true;
                }
                if (line >= first && text.stripTrailing().endsWith("{")) {
                    return false;
                }
            }
            return false;
        }

        private long first(Tree tree) {
            return unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
        }

        private long length(Tree tree) {
            return unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree)) - first(tree) + 1;
        }
    }
}
