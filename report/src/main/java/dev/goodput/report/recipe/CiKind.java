package dev.goodput.report.recipe;

import java.util.Optional;

/// A system that runs the gate.
public enum CiKind {
    GITHUB("github", ".github/workflows/goodput-gate.yml", "github.yml"),
    GITLAB("gitlab", ".gitlab-ci.yml", "gitlab.yml"),
    JENKINS("jenkins", "Jenkinsfile", "Jenkinsfile"),
    KUBERNETES("kubernetes", "goodput-gate.k8s.yaml", "kubernetes.yaml"),
    NONE("none", "", "");

    private final String id;
    private final String file;
    private final String template;

    CiKind(String id, String file, String template) {
        this.id = id;
        this.file = file;
        this.template = template;
    }

    /// As written on a command line.
    public String id() {
        return id;
    }

    /// Where the system looks for its job, relative to the repository; empty where there is no job.
    Optional<String> file() {
        return file.isEmpty() ? Optional.empty() : Optional.of(file);
    }

    String template() {
        return template;
    }
}
