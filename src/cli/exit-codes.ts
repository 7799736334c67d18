/** What the command tells the shell. */
export const exitCodes = {
  /** The crawl came to its end or a budget of it, or the machine ran short; the fetch was answered below 400. */
  done: 0,
  /** It failed: an output could not be written, no page could be fetched, or an error came with `--fail-fast`. */
  failed: 1,
  /** It was not started, since it was not told right what to do. */
  usage: 2,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

/** The part of the help that tells what the codes mean. */
export const exitCodesHelp = `
Exit codes:
  0    the crawl came to its end or a budget (--max-pages, --max-time, ...), or the machine ran short
       (--max-memory, --min-free-disk), then also with no page; the fetch was answered below 400
  1    it failed: an output could not be written, no page could be fetched (also where a budget came
       first), or an error with --fail-fast
  2    usage: an option, a URL or a file is not what it must be; nothing was created
  130  ended by SIGINT (Ctrl-C)
  143  ended by SIGTERM`;
