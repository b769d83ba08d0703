package org.gatehouse.script;

import java.util.BitSet;
import java.util.List;

/**
 * The header of a script.
 *
 * @param words of all directives in a row: a value may stand at the start of the next directive, as with sbatch
 * @param directives numbers of the lines that were read
 * @param ignored lines that look like directives and are none
 * @param firstCommand number of the line that ends the header; one past the last line if nothing does
 * @param documents numbers of the lines behind it that a shell only hands on
 */
record Header(List<Word> words, BitSet directives, List<ReadLine> ignored, int firstCommand, BitSet documents) {}
