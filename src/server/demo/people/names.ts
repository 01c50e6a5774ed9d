import { fold } from '../../../domain/format/text.ts'
import type { Random } from '../random.ts'

const list = (names: string): string[] => names.split(',').map((name) => name.trim())

const WOMEN = list(`
  Altagracia, Ana, Yokasta, Carolina, Massiel, Rosa, Mercedes, Yuleisy, Francis, Dilenia,
  Katherine, Johanna, María, Luz, Esperanza, Wendy, Minerva, Patria, Belkis, Estefany, Nathalie,
  Scarlet, Yesenia, Ramona, Milagros, Julissa, Zoila, Gabriela, Daniela, Indhira
`)
const MEN = list(`
  Juan, Ramón, Rafael, José, Luis, Wilkin, Starlin, Franklin, Pedro, Kelvin, Miguel, Ángel,
  Yunior, Elvis, Radhamés, Leonel, Danilo, Osvaldo, Héctor, Félix, Robinson, Nelson, Cristian,
  Alexis, Domingo, Confesor, Melvin, Joel, Rubén, Iván
`)
const SECOND_OF_MEN = list('Alberto, Antonio, Manuel, Enrique, Andrés, de Jesús')
const SECOND_OF_WOMEN = list('Mercedes, del Carmen, Altagracia, Elena, Isabel, Victoria')
const SURNAMES = list(`
  Rodríguez, Pérez, García, Martínez, Reyes, Sánchez, Díaz, Peña, Jiménez, Ramírez, Rosario,
  Hernández, De la Cruz, Polanco, Núñez, Féliz, Santana, Vásquez, Almonte, Mejía, Encarnación,
  De los Santos, Castillo, Guzmán, Ureña, Báez, Cabrera, Abreu, Tejada, Liriano, Marte, Contreras,
  Paulino, Familia, Montero, Figuereo, Espinal, Disla, Lantigua, Muñoz
`)

/** A Dominican full name with two surnames. */
export function fullName(random: Random): string {
  const woman = random.chance(0.5)
  const given = random.pick(woman ? WOMEN : MEN)
  const second = random.chance(0.3) ? random.pick(woman ? SECOND_OF_WOMEN : SECOND_OF_MEN) : given
  const names = second === given ? given : `${given} ${second}`
  return `${names} ${random.sample(SURNAMES, 2).join(' ')}`
}

/** Derives unique user names from full names. */
export function createUserNames(taken: readonly string[]): (full: string, random: Random) => string {
  const used = new Set(taken)
  return (full, random) => {
    const words = fold(full)
      .split(' ')
      .filter((word) => !/^(?:de|la|los|del)$/.test(word))
    const given = words[0] ?? 'usuario'
    const surname = words.at(-2) ?? 'cliente'
    const year = random.integer(60, 99)
    const ways = [
      `${given}.${surname}`,
      `${given.charAt(0)}${surname}`,
      `${given}${surname}${year}`,
      `${given}_${surname}${random.integer(1, 999)}`,
    ]
    const start = random.integer(0, 2)
    const name =
      [...ways.slice(start), ...ways].find((way) => !used.has(way)) ?? `${given}.${surname}.${used.size}`
    used.add(name)
    return name
  }
}
