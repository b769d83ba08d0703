package org.gatehouse.script;

/** Counts: of tasks and CPUs (at least 1, no unit), and of nodes (a least, perhaps a most, k and m allowed). */
final class CountValue {

    /** @param most equal to least where one number was given */
    record NodeRange(long least, long most) {}

    private CountValue() {}

    static Read<Integer> read(String text) {
        long count = Digits.withSign(text);
        if (count < 1 || count > Digits.LARGEST) {
            return new Read.Bad<>("\"" + Words.shorten(text) + "\" is no count", "write a whole number, at least 1");
        }
        return new Read.Good<>((int) count);
    }

    static Read<NodeRange> readNodes(String text) {
        int hyphen = text.indexOf('-', 1);
        long least = Digits.withFactor(hyphen < 0 ? text : text.substring(0, hyphen));
        long most = hyphen < 0 ? least : Digits.withFactor(text.substring(hyphen + 1));
        if (least == Digits.NONE || most == Digits.NONE) {
            return new Read.Bad<>(
                    "\"" + Words.shorten(text) + "\" is no number of nodes", "write a number or a range: 2 or 2-4");
        }
        if (least == 0 && most == 0) {
            return new Read.Bad<>("a job needs a node", "write at least 1");
        }
        if (most < least) {
            return new Read.Bad<>(
                    "the most nodes (" + most + ") are fewer than the least (" + least + ")",
                    "write " + most + "-" + least);
        }
        return new Read.Good<>(new NodeRange(Math.max(1, least), most));
    }
}
