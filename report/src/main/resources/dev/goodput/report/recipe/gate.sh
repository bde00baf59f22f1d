# Only PASS ends with 0. A verdict is never tried again.
set --
if [ -d goodput-baseline ]; then
  set -- --baseline goodput-baseline
fi
code=0
"$GOODPUT" gate goodput.yaml --out goodput-run "$@" || code=$?
case $code in
  0) verdict=PASS ;;
  1) verdict=FAIL ;;
  2) verdict=MISCONFIGURED ;;
  3) verdict=INCONCLUSIVE ;;
  4) verdict=INVALID ;;
  5) verdict=UNREACHABLE ;;
  *) verdict=ERROR ;;
esac
echo "goodput gate: $verdict (exit code $code)"
