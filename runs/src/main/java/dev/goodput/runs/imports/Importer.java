package dev.goodput.runs.imports;

import java.util.List;

/// Reads the result files of one tool.
///
/// Files are recognised by content, not by name: people rename them.
public interface Importer {

    /// The tool, for messages.
    String tool();

    /// Whether the source looks like this tool's. Cheap: looks at the beginning of files only, and never throws for a
    /// source that is not.
    boolean recognises(ImportSource source);

    /// Reads all runs in the source: most files hold one, some several (appended results, repeated runs, sweeps).
    ///
    /// @throws ImportException when the source turns out not to be readable
    List<Imported> read(ImportSource source);
}
