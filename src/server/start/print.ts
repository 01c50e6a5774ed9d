import type { StartArguments } from './arguments.ts'

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Says where the server listens, and in a demo how to sign in. */
export const printAddress = (address: string, { demo }: StartArguments): void => {
  say(`Cartelera escucha en ${address}`)
  if (!demo) return
  say('Datos de demostración. La contraseña de cada usuario es: cartelera')
  for (const name of ['sa', 'admin', 'superagente', 'agente', 'soporte']) say(`  ${name} / cartelera`)
}

/** Says the password of the first sa user; it is stored nowhere. */
export const printFirstPassword = (name: string, password: string): void => {
  say(`Primer inicio: se creó el usuario ${name} con la contraseña ${password}`)
  say('Esta contraseña no se mostrará de nuevo: guárdela y cámbiela al entrar.')
}

/** Says that the counts of days follow another zone now. */
export const printRecount = (timeZone: string): void => {
  say(`Las visitas y los reportes se contaron de nuevo por los días de la zona horaria ${timeZone}.`)
}

/** Says what the embedded database is for. */
export const warnOfEmbedded = (): void => {
  process.stderr.write(
    'Aviso: la base de datos embebida vive en el disco de este único servidor: haga copias de seguridad ' +
      '(npm run backup). En producción se recomienda PostgreSQL, con la variable DATABASE_URL.\n',
  )
}
