import type pg from 'pg'
import { fillTables, inBatches } from './million-visits.ts'

/** Folded as on the server: lower case without accents. */
export const folded = (text: string) => `translate(lower(${text}), 'áéíóúüñ', 'aeiouun')`

const WOMEN =
  'Altagracia,Ana,Carolina,Rosa,Mercedes,Katherine,Johanna,María,Luz,Esperanza,Wendy,Minerva,Patria,Belkis,Nathalie,Yesenia,Ramona,Milagros,Julissa,Gabriela,Daniela,Indhira,Carmen,Josefina,Teresa'
const MEN =
  'Juan,Ramón,Rafael,José,Luis,Wilkin,Franklin,Pedro,Kelvin,Miguel,Ángel,Elvis,Radhamés,Leonel,Héctor,Félix,Nelson,Cristian,Alexis,Domingo,Joel,Rubén,Iván,Francisco,Santiago'
const SURNAMES =
  'Rodríguez,Pérez,García,Martínez,Reyes,Sánchez,Díaz,Peña,Jiménez,Ramírez,Rosario,Hernández,Polanco,Núñez,Féliz,Santana,Vásquez,Almonte,Mejía,Encarnación,Castillo,Guzmán,Ureña,Báez,Cabrera,Abreu,Tejada,Liriano,Marte,Contreras,Paulino,Familia,Montero,Espinal,Disla,Lantigua,Muñoz,Valdez,Cuevas,Taveras,Ventura,Medina,Guerrero,Acosta,Beltré,Cordero,Duarte,Escoto,Frías,Holguín'

const PLATFORMS =
  'com.cartelera.tv,com.cartelera.android.tv,com.cartelera.ios.tv,com.cartelera.web.tv,com.cartelera.roku.tv,com.cartelera.firetv.tv,com.cartelera.samsung.tv,com.cartelera.lg.tv,com.cartelera.stb.tv'

const list = (names: string) => `string_to_array('${names}', ',')`
/** An item chosen by row number, so that every run has the same users. */
const member = (names: string, salt: string) =>
  `(${list(names)})[1 + abs(hashint4extended(i, ${salt})) % array_length(${list(names)}, 1)]`

const chance = (salt: number) => `(abs(hashint4extended(i, ${salt})) % 1000000 / 1000000.0)`

/** Row numbers: 20 superagents, 400 agents, the rest customers. */
export const SUPERAGENTS = 20
export const AGENTS = 400
/** One customer in five hundred belongs to `agente`, a busy agent. */
const OWN = 500

export const idOf = (number: string) => `'01930000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0')`

/** The id of a user by row number. */
export const idOfUser = (number: number): string =>
  `01930000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** The user `agente`, and the number of its enabled customers among `users`. */
export const AGENTE = idOfUser(SUPERAGENTS + 1)
export const customersOfAgente = (users: number): string[] =>
  Array.from({ length: Math.floor((users - 1) / OWN) }, (_, index) => (index + 1) * OWN)
    .filter((number) => number % 17 !== 0)
    .map(idOfUser)

const creatorOf = `case
    when i <= ${SUPERAGENTS} then (select _id from sa)
    when i <= ${SUPERAGENTS + AGENTS} then ${idOf(`1 + (i - 1) % ${SUPERAGENTS}`)}
    when i % ${OWN} = 0 then ${idOf(String(SUPERAGENTS + 1))}
    when i % 2 = 0 then ${idOf(`${SUPERAGENTS} + 1 + i / 2 % ${AGENTS}`)}
    else (select _id from sa)
  end`

const nameOf = `case i when 1 then 'superagente' when ${SUPERAGENTS + 1} then 'agente'
    else ${folded('given')} || '.' || ${folded("replace(first, ' ', '')")} || i end`

const EXPIRY = `now() + interval '1 day' * (${chance(8)} * 1100 - 730)`

const insertLicences = `
  with sa as (select _id from users where name_key = 'sa')
  insert into licences
  select ${idOf('i')}, ${creatorOf}, case when i > ${SUPERAGENTS + AGENTS} and i % 50 <> 0 then ${EXPIRY} end
  from generate_series($1::int, $2::int) as i`

const insertUsers = `
  with sa as (select _id, password_hash from users where name_key = 'sa'),
  roles as (select name, _id from profiles where is_system),
  people as (
    select i,
      case when i % 2 = 0 then ${member(WOMEN, '1')} else ${member(MEN, '2')} end as given,
      ${member(SURNAMES, '3')} as first, ${member(SURNAMES, '4')} as second,
      ${member(PLATFORMS, '5')} as platform,
      '809555' || lpad((abs(hashint4extended(i, 6)) % 10000)::text, 4, '0') as phone,
      now() - interval '1400 days' * ${chance(7)} as created,
      ${EXPIRY} as expiry
    from generate_series($1::int, $2::int) as i
  )
  insert into users (_id, name, name_key, password_hash, full_name, full_name_key, email, address, tele_phone,
    cel_phone, comment, profile, platform, use_tv_list, status, last_login, views,
    search, created_by, user_create, date_create, date_update)
  select ${idOf('i')}, n.name, n.name, sa.password_hash, f.full_name, ${folded('f.full_name')},
    n.name || '@correo.example', 'C/ Duarte No. ' || i % 300 || ', Ensanche Naco, Santo Domingo', '', phone, '',
    case when i <= ${SUPERAGENTS} then s._id when i <= ${SUPERAGENTS + AGENTS} then a._id else c._id end,
    platform, i % 3 = 0, case when i % 17 = 0 then 'disable' else 'enable' end,
    case when i % 9 <> 0 then least(now(), greatest(created, expiry - interval '3 days')) end, i % 900,
    ' ' || concat_ws(' ', n.name, ${folded('f.full_name')}, n.name || '@correo.example', phone),
    ${creatorOf}, '', created, created
  from people cross join sa
    cross join lateral (select ${nameOf} as name) n
    cross join lateral (select given || ' ' || first || ' ' || second as full_name) f
    join roles s on s.name = 'superagent' join roles a on a.name = 'agent' join roles c on c.name = 'app'`

/**
 * Adds `users` users to a new database that only has the first one, `sa`: the same people each time, including `agente`
 * and `superagente`, with the password of `sa`. Creates the indexes afterwards, and leaves the table as autovacuum
 * would.
 */
export async function addUsers(client: pg.Client, users: number): Promise<void> {
  await fillTables(
    client,
    ['users', 'licences', 'balances'],
    async () => {
      await inBatches(client, users - 1, insertUsers)
      await inBatches(client, users - 1, insertLicences)
      await client.query(`
        insert into balances select ${idOf('i')}, 50 from generate_series(1, ${SUPERAGENTS + AGENTS}) as i`)
    },
    () => client.query('select recount_expiries(counted_zone())'),
  )
  await client.query('vacuum (analyze) expiry_days')
  await client.query('analyze')
}
