# Sourced by ./goodput and ./verify: sets JAVA_HOME to a JDK 25 or newer, or says in one line what to install.
# Versions are read from each JDK's "release" file, so that looking costs no JVM start.

GOODPUT_JDK=25

jdk_version() { # DIR -> feature version of the JDK there, or nothing
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

is_new_enough() { # DIR
  local version
  version=$(jdk_version "$1")
  [ -n "$version" ] && [ "$version" -ge "$GOODPUT_JDK" ]
}

find_jdk() {
  local java dir
  if [ -n "${JAVA_HOME:-}" ] && is_new_enough "$JAVA_HOME"; then
    return 0
  fi
  if java=$(command -v java); then
    dir=$(dirname "$(dirname "$(readlink -f "$java")")")
    if is_new_enough "$dir"; then
      JAVA_HOME=$dir
      return 0
    fi
  fi
  for dir in /usr/lib/jvm/* /usr/java/* /usr/local/java/* /opt/java/* /opt/*jdk* \
    "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.asdf/installs/java/* \
    "$HOME"/.local/share/mise/installs/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home "/c/Program Files"/*/jdk-*; do
    if is_new_enough "$dir"; then
      JAVA_HOME=$dir
      return 0
    fi
  done
  echo "goodput needs a JDK $GOODPUT_JDK or newer and found none: install one (package openjdk-$GOODPUT_JDK-jdk or temurin-$GOODPUT_JDK-jdk) or set JAVA_HOME" >&2
  return 1
}

find_maven() {
  command -v mvn >/dev/null || {
    echo "goodput is built with Maven 3.8 or newer and found none: install it (package maven)" >&2
    return 1
  }
}
