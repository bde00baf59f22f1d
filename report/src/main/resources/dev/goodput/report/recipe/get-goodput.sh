# goodput itself: the launcher in this repository where there is one, else a clone of its sources.
if [ -f goodput ] && [ -x goodput ]; then
  GOODPUT=$PWD/goodput
else
  if [ -z "${GOODPUT_GIT:-}" ]; then
    echo "goodput gate: set the variable GOODPUT_GIT to the git URL of goodput" >&2
    exit 2
  fi
  rm -rf goodput-tool
  git clone --quiet --depth 1 --branch "$GOODPUT_REF" "$GOODPUT_GIT" goodput-tool
  GOODPUT=$PWD/goodput-tool/goodput
fi
