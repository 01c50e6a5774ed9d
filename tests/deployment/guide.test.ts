import { cpSync, readFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APK_PATH, APK_TYPE, MAX_APK } from '../../src/domain/settings/apk.ts'
import { newId } from '../../src/server/platform/database/ids.ts'
import { freePorts } from '../cluster/engines.ts'
import { apkOf } from '../support/apk.ts'
import { saleOf, TYPE } from '../support/credits.ts'
import { Machine, packProduct, requireRoot, succeed } from './machine.ts'

/** Follows docs/deploy.md word for word on a fresh Debian, then uses the service through nginx. */

const project = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = readFileSync(join(project, 'docs/deploy.md'), 'utf8')
const DOMAIN = 'cartelera.example'
const PASSWORD = 'clave-de-prueba'
const SALES = '/api/license_transactions'
const MIB = 1_048_576
const ROWS = 100_000
/** Milliseconds between two requests of a client, so that no balance and no licence reaches its end. */
const PACE = 100
/** Highest exposure of each unit, in tenths of the 10 that systemd gives an open service. */
const MAX_EXPOSURE = { 'cartelera@3001.service': 15, 'cartelera-backup.service': 30 }

interface Block {
  heading: string
  commands: string
}

/** The commands of the page, in their order: the blocks marked as `sh`. */
const readBlocks = (): Block[] => {
  let heading = ''
  return [...PAGE.matchAll(/^#+ (.*)$|^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, title, commands]) => {
    if (title !== undefined) heading = title
    return commands === undefined ? [] : [{ heading, commands }]
  })
}

const blocksUnder = (...headings: string[]): string =>
  readBlocks()
    .filter(({ heading }) => headings.includes(heading))
    .map(({ heading, commands }) => `echo "## $(date +%s) ${heading}"\n${commands}`)
    .join('\n')

const machine = new Machine()
let output = ''
let httpsPort = 0
let httpPort = 0
let agent: Agent
let sa: Client

type Json = Record<string, unknown>

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  body: Json
}

interface Sent {
  token?: string
  headers?: Record<string, string>
  body?: Json | Buffer
}

/** Sends a request to nginx; rejects if the connection is lost. */
const send = (method: string, path: string, { token, headers, body }: Sent = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const content = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const sent = request(
      {
        ...{ agent, method, path, port: httpsPort, host: '127.0.0.1', servername: DOMAIN },
        headers: {
          host: DOMAIN,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(content && { 'content-length': content.length, 'content-type': 'application/json' }),
          ...headers,
        },
      },
      async (response) => {
        try {
          const bytes = await buffer(response)
          const isJson = response.headers['content-type']?.startsWith('application/json')
          const parsed: unknown = isJson ? JSON.parse(bytes.toString()) : {}
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            body: Object(parsed),
          })
        } catch (error) {
          reject(error)
        }
      },
    )
    sent.once('error', reject).end(content)
  })

type Client = (method: string, path: string, sent?: Omit<Sent, 'token'>) => Promise<Answer>

const signIn = async (
  name: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<Client> => {
  const { status, body } = await send('POST', '/auth/local', { body: { name, password }, headers })
  expect([status, body]).toEqual([200, { token: expect.any(String) }])
  const token = String(body.token)
  return (method, path, sent) => send(method, path, { token, ...sent })
}

const rowsOf = ({ body }: Answer): Json[] => (Array.isArray(body) ? body : [])

const createUser = async (client: Client, name: string, profileName: string): Promise<string> => {
  const profiles = rowsOf(await sa('GET', '/api/profiles?limit=100'))
  const profile = profiles.find((each) => each.name === profileName)?._id
  const user = { name, fullName: name, address: 'Calle 1', profile, platform: 'com.cartelera.tv' }
  const { status, body } = await client('POST', '/api/users', { body: { ...user, password: PASSWORD } })
  expect([status, body]).toEqual([201, expect.objectContaining({ name })])
  return String(body._id)
}

/** Creates and processes a transaction, and repeats what got no answer, as the admin does; returns its id. */
const sell = async (client: Client, body: Json): Promise<string> => {
  const headers = { 'idempotency-key': newId() }
  const create = () => client('POST', SALES, { body, headers })
  const created = await create().then((answer) => (answer.status < 500 ? answer : create()), create)
  expect([200, 201]).toContain(created.status)
  const id = String(created.body._id)
  const { status } = await client('PUT', `${SALES}/${id}`, { body: { status: 'PROCESSED' } })
  expect(status).toBe(200)
  return id
}

beforeAll(async () => {
  requireRoot()
  await machine.start()
  const folder = join(machine.folder, 'program')
  await succeed(['mkdir', folder])
  await packProduct(folder)
  await succeed(['bash', '-euo', 'pipefail', '-c', blocksUnder('The program')], { cwd: folder })
  await succeed(['cp', 'cartelera.tar.gz', join(machine.root, 'root')], { cwd: folder })
  output = await machine.succeed(
    blocksUnder(
      ...[
        'Packages, user and folders',
        'Configuration',
        'Database',
        'The service',
        'https',
        'The first sign-in',
      ],
    ),
  )
  ;[httpsPort = 0, httpPort = 0] = await freePorts(2)
  await machine.forward(443, httpsPort)
  await machine.forward(80, httpPort)
  const ca = readFileSync(join(machine.root, 'etc/cartelera/tls/fullchain.pem'))
  agent = new Agent({ ca, keepAlive: true })
  const [, password = ''] = /con la contraseña (\S+)/.exec(output) ?? []
  sa = await signIn('sa', password)
})

afterAll(async () => {
  agent?.destroy()
  await machine.stop()
})

test('the page is followed within ten minutes', () => {
  const marks = [...output.matchAll(/^## (\d+) (.*)$/gm)].map(([, second, heading]) => ({ second, heading }))
  expect(marks.length).toBe(6)
  const seconds = marks.slice(1).map(({ second }, index) => Number(second) - Number(marks[index]?.second))
  console.log(marks.map(({ heading }, index) => `${heading}: ${seconds[index] ?? 0} s`).join(', '))
})

test('systemd accepts the units and rates their exposure as low', async () => {
  const units = [...Object.keys(MAX_EXPOSURE), 'cartelera-backup.timer'].join(' ')
  expect(await machine.succeed(`cd /etc/systemd/system && systemd-analyze verify ${units}`)).toBe('')
  for (const [unit, exposure] of Object.entries(MAX_EXPOSURE))
    await machine.succeed(`systemd-analyze security --no-pager --threshold=${exposure} ${unit}`)
})

test('nodes run as the user of the service, with their calls to the kernel filtered', async () => {
  const own = await machine.succeed('id --user cartelera')
  for (const port of [3001, 3002]) {
    const pid = await machine.succeed(`systemctl show --property MainPID --value cartelera@${port}`)
    const status = await machine.succeed(`cat /proc/${pid}/status`)
    expect(status).toMatch(new RegExp(`^Uid:\\s+${own}\\s+${own}\\s`, 'm'))
    expect(status).toMatch(/^Seccomp:\s+2$/m)
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
  }
})

test('plain http leads pages to https, refuses requests of programs, and answers certificate authorities', async () => {
  const get = (path: string) =>
    new Promise<[number, string | undefined]>((resolve, reject) => {
      plainRequest({ port: httpPort, host: '127.0.0.1', path, headers: { host: DOMAIN } }, (response) => {
        response.resume()
        resolve([response.statusCode ?? 0, response.headers.location])
      })
        .once('error', reject)
        .end()
    })
  expect(await get('/users?page=2')).toEqual([301, `https://${DOMAIN}/users?page=2`])
  expect(await get('/api/users/me')).toEqual([403, undefined])
  expect(await get('/auth/local')).toEqual([403, undefined])
  const challenge = '/.well-known/acme-challenge/token'
  await machine.succeed(`install -D -m 644 /dev/null /var/www/html${challenge}`)
  expect(await get(challenge)).toEqual([200, undefined])
})

test('a sale that is sent twice counts once', async () => {
  const seller = await createUser(sa, 'vendedor', 'agent')
  await sell(sa, saleOf(seller, { type: TYPE.TRANSFER, count: 9_000 }))
  const client = await signIn('vendedor', PASSWORD)
  const body = saleOf(await createUser(client, 'cliente', 'app'))
  const headers = { 'idempotency-key': newId() }
  const first = await client('POST', SALES, { body, headers })
  const second = await client('POST', SALES, { body, headers })
  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.body._id).toBe(first.body._id)
})

test('an upload of 50 MB passes nginx, and one above the limit gets the answer of the product', async () => {
  const apk = apkOf({}, 50 * MIB)
  const headers = { 'content-type': APK_TYPE }
  const { status, body } = await sa('PUT', APK_PATH, { body: apk, headers })
  expect([status, body.size]).toEqual([200, apk.length])
  const stored = await sa('GET', APK_PATH)
  expect(stored.bytes.equals(apk)).toBe(true)
  const refused = await sa('PUT', APK_PATH, {
    headers: { ...headers, 'content-length': String(MAX_APK + 1) },
  })
  expect([refused.status, refused.body]).toEqual([413, { message: 'La solicitud es demasiado grande.' }])
})

test('100,000 rows are exported', async () => {
  await machine.succeed(`runuser -u postgres -- psql --quiet cartelera <<'END'
    insert into categories (_id, type, name, name_key, description_english, description_english_key, search, date_create, date_update)
    select gen_random_uuid(), 'TV EN VIVO', 'Categoría ' || i, 'categoria ' || i, '', '', 'categoria ' || i, now(), now()
    from generate_series(1, ${ROWS}) as i
END`)
  const { status, headers, bytes } = await sa('GET', '/api/categories/export?format=csv')
  expect([status, headers['x-total-count']]).toEqual([200, String(ROWS)])
  expect(bytes.toString().trim().split('\n').length).toBe(ROWS + 1)
})

test('the audit log has the address of the client, which a header cannot change', async () => {
  const client = await signIn('vendedor', PASSWORD, { 'x-forwarded-for': '203.0.113.7' })
  expect((await client('GET', '/api/users/me')).status).toBe(200)
  const addresses = await machine.succeed(
    `runuser -u postgres -- psql --tuples-only --no-align cartelera --command 'select distinct address from audit_personal where address != $$$$'`,
  )
  expect(addresses.split('\n')).toEqual(['10.0.2.2'])
})

test('no request fails while the nodes are replaced one after the other', async () => {
  const client = await signIn('vendedor', PASSWORD)
  const customer = await createUser(client, 'clienta', 'app')
  let isOver = false
  const statuses: number[] = []
  const sold: string[] = []
  const read = async () => {
    for (; !isOver; await pause(PACE)) statuses.push((await client('GET', '/api/users?limit=25')).status)
  }
  const trade = async () => {
    for (; !isOver; await pause(PACE)) sold.push(await sell(client, saleOf(customer)))
  }
  const replaced = machine.succeed(blocksUnder('Operation')).finally(() => {
    isOver = true
  })
  await Promise.all([replaced, read(), read(), trade(), trade()])
  expect([...new Set(statuses)]).toEqual([200])
  expect(statuses.length).toBeGreaterThan(10)
  const { body } = await sa('GET', '/api/reconciliation')
  expect(body.isSound).toBe(true)
  expect(new Set(sold).size).toBe(sold.length)
})

test('the log of nginx has no queries', async () => {
  const log = await machine.succeed('cat /var/log/nginx/cartelera.log')
  expect(log).toContain('GET /api/categories/export 200')
  expect(log).not.toContain('?')
  expect(await machine.succeed('cat /var/log/nginx/error.log')).not.toContain('limit=25')
})

test('the backup is readable by the service alone, and the check finds nothing wrong', async () => {
  const files = await machine.succeed("stat --format '%U %a' /var/backups/cartelera/*.jsonl.gz")
  expect(files).toBe('cartelera 600')
  await machine.succeed('cartelera check && cartelera reconcile')
})

test.each([
  ['is missing', 'rm fullchain.pem', 'No such file or directory'],
  ['is cut off', 'head -c 300 fullchain.pem > cut && mv cut fullchain.pem', 'bad end line'],
  ['is no certificate', 'echo none > fullchain.pem', 'no start line'],
  [
    'is of another key',
    'openssl genpkey -algorithm ec -pkeyopt ec_paramgen_curve:prime256v1 -out privkey.pem',
    'key values mismatch',
  ],
])(
  'a certificate that %s is refused with the words of the page, and nginx serves on',
  async (_, spoil, words) => {
    const { code, output } = await machine.run(
      `cp -a /etc/cartelera/tls /root/tls; trap 'rm -r /etc/cartelera/tls; mv /root/tls /etc/cartelera/tls' EXIT
    cd /etc/cartelera/tls; ${spoil}; systemctl reload nginx || true; nginx -t`,
    )
    expect(code).toBe(1)
    expect(output).toContain(words)
    expect(PAGE).toContain(words)
    expect((await send('GET', '/health')).status).toBe(200)
  },
)

test('compose.yaml is valid for Debian’s docker-compose', async () => {
  cpSync(join(project, 'compose.yaml'), join(machine.root, 'root/compose.yaml'))
  await machine.succeed('apt-get install --yes -qq --no-install-recommends docker-compose')
  expect(await machine.succeed('PUBLIC_URL=https://cartelera.example docker-compose config --quiet')).toBe('')
})

test('a stop ends well', async () => {
  const memory = await machine.succeed(`for user in cartelera postgres www-data; do
    files=$(pgrep --euid $user | sed 's,.*,/proc/&/smaps_rollup,')
    cat $files | awk -v user=$user '/^Pss:/ { sum += $2 } END { printf "%s %d MiB  ", user, sum / 1024 }'
  done`)
  console.log(`Memory in use by user: ${memory}`)
  await machine.succeed('systemctl stop cartelera@3001 cartelera@3002')
  for (const port of [3001, 3002])
    expect(await machine.succeed(`systemctl show --property Result,ExecMainStatus cartelera@${port}`)).toBe(
      'Result=success\nExecMainStatus=0',
    )
})

test('the units serve and back up the embedded database of a small machine', async () => {
  await machine.succeed("sed -i '/^DATABASE_/d' /etc/cartelera/cartelera.env; rm /var/backups/cartelera/*")
  await machine.succeed(
    `${blocksUnder('A small machine')}\nsystemctl daemon-reload; systemctl start cartelera@3001`,
  )
  const ready =
    'curl --silent --fail --retry 600 --retry-delay 1 --retry-all-errors http://127.0.0.1:3001/ready'
  await machine.succeed(ready)
  await machine.succeed('systemctl start cartelera-backup')
  expect(await machine.succeed(ready)).toBe('{"status":"ready"}')
  expect(await machine.succeed('ls /var/backups/cartelera')).toMatch(/^cartelera-\S+\.jsonl\.gz$/)
})
