import { ConfigError } from '../config.ts'

export interface StartArguments {
  demo: boolean
  reset: boolean
}

/**
 * Parses the command line: `--demo` serves demo data, `--reset` recreates them; throws a ConfigError on anything else.
 */
export const readArguments = (args: readonly string[]): StartArguments => {
  const unknown = args.find((word) => word !== '--demo' && word !== '--reset')
  if (unknown !== undefined) throw new ConfigError(`Argumento desconocido: ${unknown}. Use --demo o --reset.`)
  const demo = args.includes('--demo')
  const reset = args.includes('--reset')
  if (reset && !demo) throw new ConfigError('--reset solo se usa junto con --demo.')
  return { demo, reset }
}
