package org.gatehouse.node.local;

import java.nio.file.Path;
import java.util.Locale;
import org.gatehouse.node.spi.StartOrder.Person;

/**
 * Under what a person's jobs run here. The number of the account and of the folder come from the person's number, never
 * from the name, which may be anything; the login is for show inside the job only.
 */
record Account(int uid, String login, String areaName, Path area) {

    static Account of(Person person, int firstUid, int lastUid, Path areas) {
        long uid = firstUid == lastUid ? firstUid : firstUid + person.number() - 1;
        if (uid > lastUid) {
            throw new IllegalStateException("the range of accounts " + firstUid + "-" + lastUid + " is used up: person "
                    + person.number() + " has none");
        }
        String area = areaName(person);
        return new Account((int) uid, login(person), area, areas.resolve(area));
    }

    static String areaName(Person person) {
        return "p" + person.number();
    }

    /** {@code s+x@e.com} becomes {@code s-x-e.com}; names without a letter at the start get one. */
    private static String login(Person person) {
        String plain = person.username().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_.-]+", "-");
        String name = plain.matches("[a-z_].*") ? plain : "p" + plain;
        String cut = name.substring(0, Math.min(32, name.length()));
        return cut.equals("root") ? "p-root" : cut;
    }
}
