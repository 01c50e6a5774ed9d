/** What the server answered at one endpoint. */
export interface Line {
  readonly endpoint: string
  readonly rows?: string | undefined
  /** By the heading of a column. */
  readonly columns: ReadonlyMap<string, string>
  /** Of profiles that grant one route alone: what each one, by its name, was answered. */
  readonly singles: ReadonlyMap<string, string>
}

const NO_FLAG = ''

/** One route's flags under one answer: the route alone says that they don't matter. */
const routesIn = (names: readonly string[]): string => {
  const flags = new Map<string, string[]>()
  for (const name of names) {
    const [path = '', flag = NO_FLAG] = name.split(' ')
    flags.set(path, [...(flags.get(path) ?? []), flag])
  }
  return [...flags]
    .flatMap(([path, each]) =>
      each.includes(NO_FLAG) ? [`\`${path}\``] : each.map((flag) => `\`${path}\` ${flag}`),
    )
    .join(', ')
}

const singlesOf = ({ singles }: Line): string => {
  const byAnswer = new Map<string, string[]>()
  for (const [name, answer] of singles) byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), name])
  const [first] = byAnswer
  if (byAnswer.size === 1 && first) return `all: ${first[0]}`
  const opened = [...byAnswer].filter(([answer]) => answer !== '403')
  return [...opened.map(([answer, names]) => `${routesIn(names)}: ${answer}`), 'others: 403'].join('; ')
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const section = (title: string, lines: readonly Line[]): string[] => {
  const headings = [...(lines[0]?.columns.keys() ?? [])]
  const all = ['endpoint', ...headings, 'profiles with one route alone', 'own / foreign row']
  return [
    `## ${title}`,
    '',
    row(all),
    row(all.map(() => '---')),
    ...lines.map((line) =>
      row([
        `\`${line.endpoint}\``,
        ...headings.map((heading) => line.columns.get(heading) ?? ''),
        singlesOf(line),
        line.rows ?? '',
      ]),
    ),
    '',
  ]
}

const INTRODUCTION = `# Who may do what

What the server answers at each endpoint to each kind of caller. A test asks all of them and compares the answers with
the decisions and with this page; after a deliberate change it is written anew with

\`\`\`sh
WRITE_PERMISSIONS=1 npx vitest run --project=server-exhaustive tests/server/access
\`\`\`

- A cell holds the status for a row of the caller's own, a slash, and that for a foreign row; one status alone stands for
  both, or for an endpoint that has no such difference. \`∅\`: answered, but without that row.
- \`app\` and \`demo\` call with a session of a viewer's app; those users have no other. All others are signed in to the web.
- \`agent\` and \`superagent\` hold what a first start gives them; the next two columns hold every route with every flag.
- A profile with one route alone is a custom one. Each route was tried without a flag and with each flag; where a route
  has nothing to do with the endpoint, with all its flags at once; one stands for all where no session is asked for. A
  route without a flag beside it opens with any.
- \`HEAD\` answers as its \`GET\` does.
`

/** The page that shows all answers. */
export const pageOf = (sections: ReadonlyMap<string, readonly Line[]>): string =>
  [INTRODUCTION, ...[...sections].flatMap(([title, lines]) => section(title, lines))].join('\n')
