package dev.goodput.cli;

import dev.goodput.core.trace.Manifest;
import dev.goodput.core.trace.Run;
import dev.goodput.engine.sim.Network;
import dev.goodput.engine.spec.ModelledEngine;
import dev.goodput.load.LoadPlan;
import dev.goodput.runs.RunDirectoryException;
import dev.goodput.runs.RunFiles;
import dev.goodput.runs.RunReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// One level of a policy in its run directory: measured, or taken from there where the same was
/// measured to its end before.
///
/// @param engine simulated instead of an endpoint measured
record PolicyLevel(int percent, LoadSession session, Optional<ModelledEngine> engine) {
    /// Says what was measured; written last, so that where it stands a level is complete.
    private static final String PLAN = "plan.txt";

    /// The level's directory below that of the policy.
    static String name(int percent) {
        return "level-" + percent;
    }

    /// Whether the directory holds this level.
    ///
    /// @throws CliException when it holds another measurement that is complete, which is left alone
    boolean isMeasured() {
        Path directory = session.directory();
        Path file = directory.resolve(PLAN);
        if (!Files.isRegularFile(file) || !Files.isRegularFile(directory.resolve(RunFiles.MANIFEST))) {
            return false;
        }
        try {
            if (Files.readString(file).equals(plan())) {
                return true;
            }
        } catch (IOException e) {
            throw new RunDirectoryException("cannot read " + file + ": " + RunFiles.reason(e), e);
        }
        throw new CliException(
                ExitCode.USAGE,
                directory + " was measured by another policy or version; name another directory with --out, or remove"
                        + " it");
    }

    /// The level as measured, now or before; empty when it was interrupted.
    Optional<Evaluation> evaluation() {
        Path directory = session.directory();
        if (isMeasured()) {
            Run run = RunReader.read(directory);
            session.console()
                    .say(percent + "%: measured before, at " + run.manifest().startedAt() + ", in " + directory);
            Evaluation evaluation = Evaluation.of(run, session.slo().stream().toList(), directory);
            evaluation.write(directory);
            return Optional.of(evaluation);
        }
        setAside(directory);
        long requests = session.rounds() * session.plan().maxRequests();
        session.console()
                .say(percent + "%: " + requests + " requests"
                        + (session.rounds() > 1 ? " in " + session.rounds() + " rounds" : "") + ", into " + directory);
        if (engine.isPresent()) {
            return Optional.of(simulated(engine.get()));
        }
        LoadSession.Ended ended = session.measure(_ -> {}, this::told);
        return ended.interrupted() ? Optional.empty() : Optional.of(ended.evaluation());
    }

    private Evaluation simulated(ModelledEngine modelled) {
        LoadPlan plan = session.plan();
        EngineRun run = new EngineRun(
                modelled,
                SimulatedLoad.of(plan.lengths(), plan.arrivals(), plan.maxRequests(), 0),
                Network.NONE,
                plan.seed(),
                session.rounds(),
                session.slo(),
                session.command());
        Evaluation evaluation = Evaluation.of(
                run.into(session.directory()), session.slo().stream().toList(), session.directory());
        evaluation.write(session.directory());
        told(evaluation);
        return evaluation;
    }

    private void told(Evaluation evaluation) {
        Run run = evaluation.input().run();
        if (run.manifest().status() != Manifest.Status.COMPLETE) {
            session.console()
                    .say("interrupted at " + percent + "%; run the same command with the same --out to go on with what"
                            + " is missing");
            return;
        }
        Path file = session.directory().resolve(PLAN);
        try {
            RunFiles.replace(file, plan().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new RunDirectoryException("cannot write " + file + ": " + RunFiles.reason(e), e);
        }
    }

    /// A run that did not come to its end is kept beside the new one.
    private void setAside(Path directory) {
        if (!Files.exists(directory.resolve(RunFiles.MANIFEST))) {
            return;
        }
        Path aside = directory.resolveSibling(directory.getFileName() + ".incomplete");
        for (int i = 2; Files.exists(aside); i++) {
            aside = directory.resolveSibling(directory.getFileName() + ".incomplete-" + i);
        }
        try {
            Files.move(directory, aside);
        } catch (IOException e) {
            throw new RunDirectoryException("cannot move " + directory + ": " + RunFiles.reason(e), e);
        }
        session.console().say(percent + "%: an incomplete run was there; it is kept in " + aside);
    }

    /// Everything that decides what is measured; the objective is not part of it, a run can be judged
    /// again.
    private String plan() {
        return Version.TOOL + "\n" + session.plan() + "\nrounds " + session.rounds() + "\nwarm-up "
                + session.warmUpRequests() + "\nhardware " + session.hardware() + "\n"
                + engine.map(modelled -> "engine " + modelled.config() + " " + modelled.timing() + "\n")
                        .orElse("");
    }
}
