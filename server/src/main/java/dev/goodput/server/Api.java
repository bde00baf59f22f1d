package dev.goodput.server;

/// The two generating endpoints and the words in which they differ.
enum Api {
    CHAT("chatcmpl-", "chat.completion", "chat.completion.chunk", "\"delta\":{\"content\":\"", "\"}"),
    COMPLETIONS("cmpl-", "text_completion", "text_completion", "\"text\":\"", "\"");

    final String idPrefix;
    final String object;
    final String chunkObject;
    /// What stands before and after the text in the choice of a streamed event.
    final String textOpening;

    final String textClosing;

    Api(String idPrefix, String object, String chunkObject, String textOpening, String textClosing) {
        this.idPrefix = idPrefix;
        this.object = object;
        this.chunkObject = chunkObject;
        this.textOpening = textOpening;
        this.textClosing = textClosing;
    }
}
