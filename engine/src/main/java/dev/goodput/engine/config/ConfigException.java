package dev.goodput.engine.config;

/// A latency profile, GPU, model or engine that cannot be found or understood. The message is one line for its author:
/// what is wrong, where, what to do.
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConfigException(String message) {
        super(message);
    }
}
