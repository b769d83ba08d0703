package org.gatehouse.script;

import java.nio.file.Path;

/** Breaks the rule that the script reader opens no file. */
public record ScriptCanary(Path file) {}
