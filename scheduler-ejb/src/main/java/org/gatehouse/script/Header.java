package org.gatehouse.script;

import java.util.List;
import java.util.Map;

/**
 * The header of a script.
 *
 * @param words of all directives in a row: a value may stand at the start of the next directive, as with sbatch
 * @param directives lines that were read, by number
 * @param ignored lines that look like directives and are none
 * @param firstCommand number of the line that ends the header; one past the last line if nothing does
 */
record Header(List<Word> words, Map<Integer, String> directives, List<ReadLine> ignored, int firstCommand) {}
