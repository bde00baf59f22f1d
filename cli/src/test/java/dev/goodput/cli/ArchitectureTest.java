package dev.goodput.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;

/// The arrows of ARCHITECTURE.md: they run one way, and core stays pure.
@AnalyzeClasses(packages = "dev.goodput", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
    @ArchTest
    static final ArchRule ROOMS = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.goodput..")
            .layer("cli")
            .definedBy("dev.goodput.cli..")
            .layer("report")
            .definedBy("dev.goodput.report..")
            .layer("server")
            .definedBy("dev.goodput.server..")
            .layer("load")
            .definedBy("dev.goodput.load..")
            .layer("engine")
            .definedBy("dev.goodput.engine..")
            .layer("parquet")
            .definedBy("dev.goodput.parquet..")
            .layer("runs")
            .definedBy("dev.goodput.runs..")
            .layer("core")
            .definedBy("dev.goodput.core..")
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("report")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("server")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("load")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("engine")
            .mayOnlyBeAccessedByLayers("cli", "report", "server")
            .whereLayer("parquet")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("runs")
            .mayOnlyBeAccessedByLayers("cli", "report", "server", "load", "engine", "parquet");

    @ArchTest
    static final ArchRule CORE = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.goodput.core..")
            .layer("gate")
            .definedBy("dev.goodput.core.gate..")
            .layer("slo")
            .definedBy("dev.goodput.core.slo..")
            .layer("metric")
            .definedBy("dev.goodput.core.metric..")
            .layer("stat")
            .definedBy("dev.goodput.core.stat..")
            .layer("trace")
            .definedBy("dev.goodput.core.trace..")
            .whereLayer("gate")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("slo")
            .mayOnlyBeAccessedByLayers("gate")
            .whereLayer("metric")
            .mayOnlyBeAccessedByLayers("slo", "gate")
            .whereLayer("stat")
            .mayOnlyBeAccessedByLayers("metric", "slo", "gate")
            .whereLayer("trace")
            .mayOnlyBeAccessedByLayers("stat", "metric", "slo", "gate");

    @ArchTest
    static final ArchRule ENGINE = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.goodput.engine..")
            .layer("fit")
            .definedBy("dev.goodput.engine.fit..")
            .layer("spec")
            .definedBy("dev.goodput.engine.spec..")
            .layer("sim")
            .definedBy("dev.goodput.engine.sim..")
            .layer("workload")
            .definedBy("dev.goodput.engine.workload..")
            .layer("serving")
            .definedBy("dev.goodput.engine.serving..")
            .layer("cost")
            .definedBy("dev.goodput.engine.cost..")
            .layer("catalogue")
            .definedBy("dev.goodput.engine.catalogue..")
            .layer("config")
            .definedBy("dev.goodput.engine.config..")
            .layer("profile")
            .definedBy("dev.goodput.engine")
            .whereLayer("fit")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("spec")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("sim")
            .mayOnlyBeAccessedByLayers("fit")
            .whereLayer("workload")
            .mayOnlyBeAccessedByLayers("sim")
            .whereLayer("serving")
            .mayOnlyBeAccessedByLayers("workload", "sim", "spec", "fit", "profile")
            .whereLayer("cost")
            .mayOnlyBeAccessedByLayers("serving", "spec", "fit")
            .whereLayer("catalogue")
            .mayOnlyBeAccessedByLayers("cost", "spec");

    @ArchTest
    static final ArchRule CORE_DOES_NO_IO = noClasses()
            .that()
            .resideInAPackage("dev.goodput.core..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "java.io..", "java.nio..", "java.net..", "java.util.concurrent..", "io.netty..", "tools.jackson..");

    @ArchTest
    static final ArchRule CORE_HAS_NO_CLOCK = noClasses()
            .that()
            .resideInAPackage("dev.goodput.core..")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);
}
