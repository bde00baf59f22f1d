package dev.goodput.engine.fit;

/// What a prediction takes the machine's speed to be.
public enum Variant {
    CONSTANT("A", "constant speed, every step its mean"),
    REPLAYED("B", "the speed of the calibration run replayed, from 20 offsets, with its step jitter"),
    RESCALED("C", "B times one number of the target: the speed of its pure-decode steps"),
    OWN_SPEED("O", "the target's own speed over time; not a prediction, it shows what the model gets wrong");

    private final String letter;
    private final String words;

    Variant(String letter, String words) {
        this.letter = letter;
        this.words = words;
    }

    /// How tables call it.
    public String letter() {
        return letter;
    }

    public String words() {
        return words;
    }
}
