package org.gatehouse.script;

import org.gatehouse.script.Finding.Where;
import org.jspecify.annotations.Nullable;

/**
 * One occurrence of an option.
 *
 * @param value null when the option stands alone
 * @param place null when it does not come from the script
 * @param spelled as written: {@code -G}, {@code --gpus} or {@code SBATCH_GPUS}
 */
record Setting(
        SbatchOption option,
        @Nullable String value,
        @Nullable Place place,
        String spelled) {

    Layer layer() {
        if (place != null) {
            return Layer.SCRIPT;
        }
        return spelled.startsWith("-") ? Layer.REQUEST : Layer.ENVIRONMENT;
    }

    /** A variable is named by its own name, as it is the variable that must change. */
    Where where() {
        return new Where(place, layer() == Layer.ENVIRONMENT ? spelled : option.longName());
    }

    /** What it bears on: a value that asks for what is so anyway bears on nothing. */
    Bearing bearing() {
        boolean idle = switch (option) {
            case INPUT -> text().equals("none") || text().equals("/dev/null");
            case NO_KILL -> isOff();
            case PROPAGATE -> true;
            default -> false;
        };
        return idle ? Bearing.Fixed.NO_EFFECT : option.bearing();
    }

    private boolean isOff() {
        return text().equalsIgnoreCase("off") || text().equalsIgnoreCase("no");
    }

    String text() {
        return value == null ? "" : value;
    }

    /** For messages: the option by its long name with its value. */
    String shown() {
        return named() + (value == null ? "" : "=" + Words.shorten(value));
    }

    /** For messages: the option by its long name, or the variable. */
    String named() {
        return layer() == Layer.ENVIRONMENT ? spelled : option.dashed();
    }
}
