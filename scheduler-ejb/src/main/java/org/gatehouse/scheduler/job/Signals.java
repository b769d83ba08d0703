package org.gatehouse.scheduler.job;

/** Names of the Linux signals that people meet. */
final class Signals {

    private Signals() {}

    static String name(int number) {
        return switch (number) {
            case 1 -> "SIGHUP";
            case 2 -> "SIGINT";
            case 3 -> "SIGQUIT";
            case 4 -> "SIGILL, an illegal instruction";
            case 6 -> "SIGABRT, the program gave up by itself";
            case 7 -> "SIGBUS";
            case 8 -> "SIGFPE, an arithmetic error";
            case 9 -> "SIGKILL, often sent when memory runs out";
            case 11 -> "SIGSEGV, a wrong memory access";
            case 13 -> "SIGPIPE";
            case 15 -> "SIGTERM";
            default -> "no common name";
        };
    }
}
