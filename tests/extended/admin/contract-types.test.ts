import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const TSC = resolve('node_modules/typescript/bin/tsc')
const CONFIG = {
  extends: './tsconfig.base.json',
  compilerOptions: {
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['vite/client'],
    jsx: 'react-jsx',
  },
  include: ['src'],
}

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-'))
  for (const path of ['src/domain', 'src/admin', 'package.json', 'tsconfig.base.json'])
    await cp(resolve(path), join(folder, path), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
})

afterAll(() => rm(folder, { recursive: true }))

/** Renames a field in an output schema of the copy; throws if there is none. */
const rename = async (file: string, field: string, name: string): Promise<void> => {
  const path = join(folder, file)
  const text = await readFile(path, 'utf8')
  const start = text.indexOf('Output = z.object(')
  const at = text.indexOf(`  ${field}: `, start)
  if (start < 0 || at < 0) throw new Error(`${file} has no output schema with ${field}`)
  await writeFile(path, `${text.slice(0, at)}  ${name}: ${text.slice(at + field.length + 4)}`)
}

interface Failure {
  stdout: string
  stderr: string
}

/** The files of the copy that do not compile; throws if the compiler itself fails. */
const filesWithErrors = async (): Promise<string[]> => {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    // One checker, because each of several would compute the same types of the libraries again.
    [TSC, '--project', folder, '--pretty', 'false', '--checkers', '1'],
    {
      cwd: folder,
    },
  ).catch((failed: Failure) => failed)
  const errors = stdout.split('\n').filter((line) => line.includes(': error TS'))
  if (errors.length === 0) throw new Error(`The compiler reports no error:\n${stdout}${stderr}`)
  return [...new Set(errors.map((line) => line.slice(0, line.indexOf('('))))]
}

describe('the types of the admin', () => {
  it('come from the output schemas: a renamed field does not compile where it is used', async () => {
    await rename('src/domain/users/user.ts', 'fullName', 'wholeName')
    const files = await filesWithErrors()
    expect(files).toEqual(
      expect.arrayContaining([
        'src/admin/features/credits/CreditDialogProvider.tsx',
        'src/admin/features/users/UserLinks.tsx',
        'src/admin/features/users/UserList.tsx',
      ]),
    )
    // If a whole row is passed on, the name occurs in the receiving component.
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    expect(texts.filter((text) => !/fullName|togglePrompt|historyUrl/.test(text))).toEqual([])
  })
})
