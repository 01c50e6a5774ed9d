#!/usr/bin/env node
import { MIN_NODE, VERSION } from '../domain/version.ts'
import type { CommandArguments } from './commands/command-line.ts'
import { shellCommand } from './shell-command.ts'

interface Command {
  description: string
  /** What its only argument is, if it takes one. */
  argument?: { name: string; isRequired: boolean }
  /** What each of its options does. */
  options?: Readonly<Record<string, string>>
  /** What is said before the reason when it fails. */
  failure: string
  /** Imported on demand: each command loads what it needs. */
  load: () => Promise<{ run: (args: CommandArguments) => Promise<void> }>
}

const DEMO = { '--demo': 'Usa la base de datos de la demostración.' }

const COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    description: 'Inicia el servidor.',
    failure: 'Cartelera no pudo iniciar',
    load: () => import('./commands/start.ts'),
  },
  demo: {
    description: 'Inicia el servidor con datos de demostración, que se conservan en ./data-demo.',
    options: { '--reset': 'Borra antes los datos de la demostración y los crea de nuevo.' },
    failure: 'Cartelera no pudo iniciar',
    load: () => import('./commands/start.ts'),
  },
  check: {
    description:
      'Revisa la instalación sin cambiarla, una línea por cada cosa; termina con 1 si algo está mal.',
    options: DEMO,
    failure: 'No se pudo revisar',
    load: () => import('./commands/check.ts'),
  },
  backup: {
    description:
      'Guarda una copia de seguridad de la base de datos, cifrada si hay clave (BACKUP_RECIPIENT).',
    argument: { name: 'ARCHIVO', isRequired: false },
    options: {
      '--prove': 'Prueba la copia: la restaura aparte, cuenta sus filas y la concilia.',
      '--report': 'Informa del resultado al servidor que inició el comando.',
      ...DEMO,
    },
    failure: 'No se pudo respaldar',
    load: () => import('./commands/backup.ts'),
  },
  restore: {
    description: 'Restaura una copia de seguridad en una base de datos vacía, con los servidores detenidos.',
    argument: { name: 'ARCHIVO', isRequired: true },
    options: {
      '--replace': 'Borra antes los datos que haya, tras escribir el nombre de la base de datos.',
      ...DEMO,
    },
    failure: 'No se pudo restaurar',
    load: () => import('./commands/restore.ts'),
  },
  'read-back': {
    description: 'Recupera un mes que la retención había exportado y retirado.',
    argument: { name: 'ARCHIVO', isRequired: true },
    options: DEMO,
    failure: 'No se pudo recuperar',
    load: () => import('./commands/read-back.ts'),
  },
  reconcile: {
    description:
      'Compara balances, vencimientos y sumas con los movimientos; termina con 1 si hay diferencias.',
    options: { '--full': 'Lee todos los movimientos, no solo los nuevos.', ...DEMO },
    failure: 'No se pudo conciliar',
    load: () => import('./commands/reconcile.ts'),
  },
  maintain: {
    description: 'Hace ahora el mantenimiento de cada hora; termina con 1 si un paso falla.',
    options: DEMO,
    failure: 'No se pudo hacer el mantenimiento',
    load: () => import('./commands/maintain.ts'),
  },
  'reset-factors': {
    description: 'Quita los segundos factores de un usuario y cierra sus sesiones en la web.',
    argument: { name: 'USUARIO', isRequired: true },
    options: DEMO,
    failure: 'No se pudo restablecer el segundo factor',
    load: () => import('./commands/reset-factors.ts'),
  },
  seal: {
    description: 'Sella con FACTOR_KEY los segundos factores y los secretos de los webhooks.',
    options: { '--discard': 'Descarta los que ninguna clave abre, porque se perdió la suya.', ...DEMO },
    failure: 'No se pudo sellar',
    load: () => import('./commands/seal.ts'),
  },
}

const HELP = ['--help', '-h']

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Reports a wrong command line. */
const misuse = (text: string): void => {
  process.stderr.write(`${text}\n`)
  process.exitCode = 2
}

const table = (rows: Readonly<Record<string, string>>): string => {
  const width = Math.max(...Object.keys(rows).map((name) => name.length))
  return Object.entries(rows)
    .map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)
    .join('\n')
}

const overview = (): string =>
  [
    `Cartelera ${VERSION}. Uso: ${shellCommand('COMANDO', '[OPCIONES]')}`,
    '',
    table(Object.fromEntries(Object.entries(COMMANDS).map(([name, { description }]) => [name, description]))),
    '',
    `Ayuda de cada comando: ${shellCommand('COMANDO', '--help')}`,
  ].join('\n')

const usage = (name: string, { argument, options = {} }: Command): string => {
  const word = argument && (argument.isRequired ? argument.name : `[${argument.name}]`)
  return shellCommand(name, ...(word ? [word] : []), ...Object.keys(options).map((option) => `[${option}]`))
}

const help = (name: string, command: Command): string =>
  [
    command.description,
    '',
    `Uso: ${usage(name, command)}`,
    ...(command.options ? ['', table(command.options)] : []),
    '',
    'La configuración se lee de las variables del entorno, como DATABASE_URL o DATA_DIR.',
  ].join('\n')

/** What is wrong with the arguments of a command; undefined if nothing is. */
const argumentError = (words: readonly string[], { argument, options = {} }: Command): string | undefined => {
  const values = words.filter((word) => !word.startsWith('-'))
  const unknown =
    words.find((word) => word.startsWith('-') && !Object.hasOwn(options, word)) ?? values[argument ? 1 : 0]
  if (unknown !== undefined) return `Argumento desconocido: ${unknown}.`
  return argument?.isRequired && values.length === 0 ? `Falta ${argument.name}.` : undefined
}

const isOlder = (version: string, minimum: string): boolean => {
  const [one = [], other = []] = [version, minimum].map((each) => each.split('.').map(Number))
  const index = other.findIndex((part, position) => part !== one[position])
  return index >= 0 && (one[index] ?? 0) < (other[index] ?? 0)
}

const main = async ([name, ...words]: readonly string[]): Promise<void> => {
  if (name === '--version') return say(VERSION)
  if (name === undefined) return misuse(overview())
  if (HELP.includes(name)) return say(overview())
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) return misuse(`Comando desconocido: ${name}.\n\n${overview()}`)
  if (words.some((word) => HELP.includes(word))) return say(help(name, command))
  const error = argumentError(words, command)
  if (error !== undefined) return misuse(`${error} Uso: ${usage(name, command)}`)
  if (isOlder(process.versions.node, MIN_NODE)) {
    process.stderr.write(
      `Cartelera necesita Node ${MIN_NODE} o posterior; este es ${process.versions.node}.\n`,
    )
    process.exitCode = 1
    return
  }
  const flags = new Set(words.filter((word) => word.startsWith('-')))
  const argument = words.find((word) => !word.startsWith('-')) ?? ''
  try {
    const { run } = await command.load()
    await run({ command: name, flags, argument })
  } catch (reason) {
    const { failureMessage } = await import('./commands/command-line.ts')
    process.stderr.write(`${command.failure}: ${failureMessage(reason)}\n`)
    process.exitCode = 1
  }
}

process.env.NODE_ENV ??= 'production'
await main(process.argv.slice(2))
