import type { Random } from '../random.ts'

interface Region {
  /** Sector and city. */
  rest: readonly string[]
  streets: readonly string[]
  areas: readonly string[]
}

const DOMINICAN: Region = {
  streets: [
    'C/ Duarte',
    'C/ Mella',
    'C/ Sánchez',
    'Av. 27 de Febrero',
    'Av. Independencia',
    'C/ Las Mercedes',
    'C/ El Sol',
    'Av. Estrella Sadhalá',
    'C/ Padre Billini',
    'C/ Hermanas Mirabal',
    'Av. Charles de Gaulle',
    'C/ Máximo Gómez',
    'C/ Restauración',
    'C/ San Antonio',
    'Av. España',
    'C/ Los Cocos',
    'C/ Primera',
  ],
  rest: [
    'Ensanche Naco, Santo Domingo',
    'Gascue, Santo Domingo',
    'Los Mina, Santo Domingo Este',
    'Villa Mella, Santo Domingo Norte',
    'Herrera, Santo Domingo Oeste',
    'Los Jardines, Santiago',
    'Gurabo, Santiago',
    'Villa Olga, Santiago',
    'Centro, La Vega',
    'Centro, San Francisco de Macorís',
    'Villa España, La Romana',
    'Centro, San Pedro de Macorís',
    'Bávaro, Punta Cana',
    'Centro, Puerto Plata',
    'Centro, Baní',
    'Centro, San Cristóbal',
    'Villa Estela, Barahona',
    'Centro, Moca',
    'Centro, Bonao',
    'Centro, Higüey',
  ],
  areas: ['809', '829', '849'],
}
const ABROAD: readonly Region[] = [
  {
    streets: ['Calle Loíza', 'Av. Ponce de León', 'Calle Luna'],
    rest: ['Santurce, San Juan, Puerto Rico', 'Río Piedras, San Juan, Puerto Rico', 'Ponce, Puerto Rico'],
    areas: ['787'],
  },
  {
    streets: ['Broadway', 'St. Nicholas Ave.', 'Grand Concourse', 'W 181st St.'],
    rest: ['Washington Heights, Nueva York', 'Bronx, Nueva York', 'Lawrence, Massachusetts'],
    areas: ['347', '646', '978'],
  },
]

/** Phone numbers are of the range reserved for fiction (555-01xx). */
export interface Contact {
  address: string
  telePhone: string
  celPhone: string
}

export function contact(random: Random): Contact {
  const region = random.chance(0.88) ? DOMINICAN : random.pick(ABROAD)
  const flat = random.chance(0.25) ? `, Apto. ${random.integer(1, 8)}${random.pick(['A', 'B', 'C'])}` : ''
  const number = () => {
    const area = random.pick(region.areas)
    const last = `01${String(random.integer(0, 99)).padStart(2, '0')}`
    return random.pick([`(${area}) 555-${last}`, `${area}-555-${last}`, `+1 ${area} 555 ${last}`])
  }
  return {
    address: `${random.pick(region.streets)} No. ${random.integer(1, 240)}${flat}, ${random.pick(region.rest)}`,
    telePhone: random.chance(0.4) ? number() : '',
    celPhone: random.chance(0.9) ? number() : '',
  }
}

const COMMENTS = [
  'Cliente referido por un familiar.',
  'Prefiere que lo contacten por WhatsApp después de las 6:00 p. m.',
  'Paga siempre en efectivo.',
  'Solicitó factura con comprobante fiscal.',
  'Tiene dos televisores, usa la app en la sala.',
  'Reportó cortes los fines de semana; se le cambió el equipo.',
  'Pendiente de renovar, llamar a fin de mes.',
  'Pidió más contenido infantil.',
  'Cambió de número de teléfono en la última renovación.',
  'Viaja con frecuencia, usa la app fuera del país.',
] as const

/** A comment of the staff; most users have none. */
export const comment = (random: Random): string => (random.chance(0.22) ? random.pick(COMMENTS) : '')
