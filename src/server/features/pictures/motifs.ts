import type { PictureSubject } from '../../../domain/contents/pictures.ts'

type SubjectKind = PictureSubject['kind']

/** What is known of the subject of a picture. */
export interface KnownSubject {
  kind?: SubjectKind | undefined
  genre?: string | undefined
}

/** The area of a picture, in its units, and numbers that vary its motif. */
export interface Area {
  width: number
  height: number
  /** A number from 0 to 1 of the title; each index has another one. */
  vary: (index: number) => number
}

type Motif = (area: Area, colour: string) => string

export interface Style {
  /** The gradient, from and to; the title stands on a shadow. */
  colours: readonly [from: string, to: string]
  /** Of the motif. */
  accent: string
  motif: Motif
}

const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

const round = Math.round

const circle = (x: number, y: number, radius: number, colour: string, opacity: number): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${colour}" fill-opacity="${opacity}"/>`

const ring = (
  x: number,
  y: number,
  radius: number,
  stroke: number,
  colour: string,
  opacity: number,
): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${round(stroke)}"/>`

const shape = (points: readonly (readonly [number, number])[], colour: string, opacity: number): string =>
  `<path d="M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z" fill="${colour}" fill-opacity="${opacity}"/>`

const line = (
  points: readonly (readonly [number, number])[],
  stroke: number,
  colour: string,
  opacity: number,
) =>
  `<path d="M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${round(stroke)}" stroke-linecap="round"/>`

const box = (
  x: number,
  y: number,
  width: number,
  height: number,
  corner: number,
  colour: string,
  opacity: number,
): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(corner)}" fill="${colour}" fill-opacity="${opacity}"/>`

const rings: Motif = ({ width, height, vary }, colour) => {
  const [x, y, radius] = [vary(0) * width, vary(1) * height * 0.6, height * (0.18 + vary(2) * 0.2)]
  return ring(x, y, radius, radius / 6, colour, 0.3) + ring(x, y, radius * 1.6, radius / 6, colour, 0.16)
}

/** Scratches across the picture. */
const scratches: Motif = ({ width, height, vary }, colour) =>
  circle(width * (0.62 + vary(0) * 0.2), height * 0.22, Math.min(width, height) * 0.17, '#f3d9c0', 0.85) +
  times(4, (index) => {
    const [x, top] = [width * (0.2 + index * 0.16 + vary(1) * 0.1), height * (0.12 + vary(index) * 0.1)]
    const [end, wide] = [top + height * 0.46, width * 0.022]
    return shape(
      [
        [x + width * 0.12, top],
        [x + wide, (top + end) / 2 + wide],
        [x - width * 0.08, end],
        [x - wide, (top + end) / 2 - wide],
      ],
      colour,
      0.75,
    )
  })

/** Light through blinds. */
const blinds: Motif = ({ width, height, vary }, colour) => {
  const lean = width * (0.12 + vary(0) * 0.2)
  return times(7, (index) => {
    const y = height * (0.06 + index * 0.085)
    return shape(
      [
        [width * 0.2, y + height * 0.05],
        [width * 1.02, y - lean * 0.3],
        [width * 1.02, y - lean * 0.3 + height * 0.035],
        [width * 0.2, y + height * 0.085],
      ],
      colour,
      0.2 + 0.05 * index,
    )
  })
}

/** Rays from a point. */
const burst: Motif = ({ width, height, vary }, colour) => {
  const [x, y] = [width * (0.35 + vary(0) * 0.3), height * 0.34]
  const reach = width + height
  return (
    times(14, (index) => {
      const [from, to] = [index, index + 0.42].map((each) => (each / 14) * 2 * Math.PI + vary(1))
      const end = (angle = 0) => [x + reach * Math.cos(angle), y + reach * Math.sin(angle)] as const
      return shape([[x, y], end(from), end(to)], colour, 0.3)
    }) + circle(x, y, Math.min(width, height) * 0.13, colour, 0.9)
  )
}

const mountains: Motif = ({ width, height, vary }, colour) =>
  circle(width * (0.25 + vary(0) * 0.5), height * 0.24, Math.min(width, height) * 0.14, colour, 0.95) +
  times(3, (layer) => {
    const base = height * (0.42 + layer * 0.1)
    const peaks = Array.from(
      { length: 7 },
      (_, index) => [(width * index) / 6, base - height * 0.17 * vary(layer * 7 + index)] as const,
    )
    return shape([[0, height], ...peaks, [width, height]], '#06140f', 0.28)
  })

const planet: Motif = ({ width, height, vary }, colour) => {
  const [x, y, radius] = [
    width * (0.45 + vary(0) * 0.3),
    height * 0.3,
    Math.min(width, height) * (0.17 + vary(1) * 0.06),
  ]
  return (
    times(24, (index) =>
      circle(
        vary(index * 3) * width,
        vary(index * 3 + 1) * height * 0.8,
        1 + width * 0.004 * vary(index),
        '#fff',
        0.8,
      ),
    ) +
    circle(x, y, radius, colour, 0.95) +
    `<path d="M${round(x - radius * 1.8)} ${round(y + radius * 0.5)}Q${round(x)} ${round(y + radius * 0.9)} ${round(x + radius * 1.8)} ${round(y - radius * 0.5)}" fill="none" stroke="#fff" stroke-opacity="0.8" stroke-width="${round(radius / 9)}" stroke-linecap="round"/>`
  )
}

const sparkles: Motif = ({ width, height, vary }, colour) =>
  times(9, (index) => {
    const [x, y] = [vary(index * 2) * width, vary(index * 2 + 1) * height * 0.6]
    const [long, short] = [Math.min(width, height) * (0.05 + 0.1 * vary(index + 5)), 0.16]
    return shape(
      Array.from({ length: 8 }, (_, corner) => {
        const [angle, reach] = [(corner / 8) * 2 * Math.PI, corner % 2 === 0 ? long : long * short]
        return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)] as const
      }),
      colour,
      0.85,
    )
  })

const hearts: Motif = ({ width, height, vary }, colour) =>
  times(4, (index) => {
    const size = Math.min(width, height) * (0.1 + 0.12 * vary(index))
    const [x, y] = [width * (0.18 + index * 0.21), height * (0.16 + 0.26 * vary(index + 4))]
    return `<path d="M${round(x)} ${round(y + size)}C${round(x - size * 1.6)} ${round(y)} ${round(x - size * 0.7)} ${round(y - size)} ${round(x)} ${round(y - size * 0.3)}C${round(x + size * 0.7)} ${round(y - size)} ${round(x + size * 1.6)} ${round(y)} ${round(x)} ${round(y + size)}Z" fill="${colour}" fill-opacity="${0.5 + index * 0.12}"/>`
  })

const CONFETTI = ['#ffd34d', '#ff6f91', '#5ce1a5', '#fff', '#ff9f45'] as const

const confetti: Motif = ({ width, height, vary }) =>
  times(16, (index) =>
    circle(
      vary(index * 2) * width,
      vary(index * 2 + 1) * height * 0.62,
      Math.min(width, height) * (0.03 + 0.06 * vary(index + 3)),
      CONFETTI[index % CONFETTI.length] ?? '#fff',
      0.85,
    ),
  )

/** A spotlight on a stage. */
const spotlight: Motif = ({ width, height, vary }, colour) => {
  const x = width * (0.3 + vary(0) * 0.4)
  return (
    shape(
      [
        [x - width * 0.04, 0],
        [x + width * 0.04, 0],
        [x + width * 0.36, height * 0.62],
        [x - width * 0.36, height * 0.62],
      ],
      colour,
      0.3,
    ) +
    `<ellipse cx="${round(x)}" cy="${round(height * 0.62)}" rx="${round(width * 0.36)}" ry="${round(height * 0.05)}" fill="${colour}" fill-opacity="0.5"/>`
  )
}

const columns: Motif = ({ width, height, vary }, colour) =>
  shape(
    [
      [width * 0.12, height * 0.2],
      [width * 0.5, height * 0.07],
      [width * 0.88, height * 0.2],
    ],
    colour,
    0.6 + 0.2 * vary(0),
  ) +
  times(5, (index) =>
    box(width * (0.16 + index * 0.148), height * 0.23, width * 0.08, height * 0.4, 2, colour, 0.45),
  )

const equaliser: Motif = ({ width, height, vary }, colour) =>
  times(11, (index) => {
    const tall = height * (0.1 + 0.46 * vary(index))
    return box(
      width * (0.06 + index * 0.081),
      height * 0.62 - tall,
      width * 0.055,
      tall,
      width * 0.012,
      colour,
      0.8,
    )
  })

const field: Motif = ({ width, height, vary }, colour) => {
  const [x, y, stroke] = [width * (0.35 + 0.3 * vary(0)), height * 0.32, Math.min(width, height) * 0.016]
  const [left, right] = [-width * 0.05, width * 1.05]
  return (
    line(
      [
        [left, y],
        [right, y],
      ],
      stroke,
      colour,
      0.75,
    ) +
    ring(x, y, Math.min(width, height) * 0.22, stroke, colour, 0.75) +
    circle(x, y, stroke * 1.8, colour, 0.9) +
    line(
      [
        [width * 0.1, 0],
        [width * 0.1, height],
      ],
      stroke,
      colour,
      0.5,
    ) +
    line(
      [
        [width * 0.9, 0],
        [width * 0.9, height],
      ],
      stroke,
      colour,
      0.5,
    )
  )
}

const globe: Motif = ({ width, height, vary }, colour) => {
  const [x, y, radius] = [width * (0.4 + vary(0) * 0.25), height * 0.31, Math.min(width, height) * 0.26]
  const stroke = radius / 22
  const meridian = (part: number) =>
    `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(radius * part)}" ry="${round(radius)}" fill="none" stroke="${colour}" stroke-opacity="0.75" stroke-width="${round(stroke)}"/>`
  return (
    circle(x, y, radius, '#000', 0.22) +
    ring(x, y, radius, stroke * 1.5, colour, 0.9) +
    [0.35, 0.75].map(meridian).join('') +
    [-0.5, 0, 0.5]
      .map((part) => {
        const half = radius * Math.sqrt(1 - part * part)
        return line(
          [
            [x - half, y + part * radius],
            [x + half, y + part * radius],
          ],
          stroke,
          colour,
          0.75,
        )
      })
      .join('')
  )
}

/** Waves of a transmitter. */
const waves: Motif = ({ width, height }, colour) =>
  times(5, (index) =>
    ring(
      width * 0.5,
      height * 1.02,
      height * (0.28 + index * 0.22),
      height * 0.035,
      colour,
      0.62 - index * 0.1,
    ),
  )

/** The frame of a television set. */
const screen: Motif = ({ width, height, vary }, colour) => {
  const edge = Math.min(width, height) * 0.07
  return (
    `<rect x="${round(edge)}" y="${round(edge)}" width="${round(width - 2 * edge)}" height="${round(height - 2 * edge)}" rx="${round(edge * 1.4)}" fill="none" stroke="${colour}" stroke-opacity="0.7" stroke-width="${round(edge * 0.4)}"/>` +
    shape(
      [
        [width * (0.1 + vary(0) * 0.5), edge],
        [width * (0.3 + vary(0) * 0.5), edge],
        [width * (0.12 + vary(0) * 0.5), height - edge],
        [width * (-0.08 + vary(0) * 0.5), height - edge],
      ],
      '#fff',
      0.1,
    )
  )
}

/** Styles with their genres of all kinds, and categories of channels and stations. */
const STYLES = {
  drama: {
    colours: ['#16243f', '#3b5f8f'],
    accent: '#ffd9a0',
    motif: spotlight,
    genres: ['Drama', 'Sociedad', 'Erótico', 'Series', 'Adultos'],
  },
  horror: {
    colours: ['#0d0507', '#7a0f1a'],
    accent: '#c8202f',
    motif: scratches,
    genres: ['Terror', 'Metal'],
  },
  crime: {
    colours: ['#101417', '#3d4a50'],
    accent: '#f2c14e',
    motif: blinds,
    genres: ['Suspenso', 'Misterio', 'Crimen', 'Cine negro', 'Jazz', 'Blues', 'Jazz y blues'],
  },
  action: {
    colours: ['#5c1708', '#e2571e'],
    accent: '#ffc145',
    motif: burst,
    genres: [
      'Acción',
      'Guerra',
      'Superhéroes',
      'Boxeo',
      'Baloncesto',
      'Automovilismo',
      'Motociclismo',
      'Rock',
      'Urbana',
    ],
  },
  adventure: {
    colours: ['#0f4a3a', '#d9a441'],
    accent: '#ffe9a8',
    motif: mountains,
    genres: ['Aventura', 'Oeste', 'Viajes', 'Country', 'Hípica', 'Regional mexicana', 'Ranchera'],
  },
  science: {
    colours: ['#0a0f33', '#125f8f'],
    accent: '#5fd8e8',
    motif: planet,
    genres: [
      'Ciencia ficción',
      'Ciencia',
      'Tecnología',
      'Salud',
      'Educación',
      'Electrónica',
      'Hockey',
      'Natación',
    ],
  },
  fantasy: {
    colours: ['#2b0f4f', '#8a3fb5'],
    accent: '#ffd8f4',
    motif: sparkles,
    genres: ['Fantasía', 'Arte y cultura', 'Cultura', 'Ópera', 'Gimnasia', 'Cine'],
  },
  comedy: {
    colours: ['#c2410c', '#f5a524'],
    accent: '#fff2c4',
    motif: confetti,
    genres: [
      'Comedia',
      'Gastronomía',
      'Entretenimiento',
      'Salsa',
      'Salsa y merengue',
      'Merengue',
      'Cumbia',
      'Corto',
    ],
  },
  romance: {
    colours: ['#7d1846', '#ec6a8b'],
    accent: '#ffd3dd',
    motif: hearts,
    genres: ['Romance', 'Balada', 'Baladas', 'Bolero', 'Bachata', 'Estilo de vida', 'R&B y soul'],
  },
  children: {
    colours: ['#0b84c9', '#4fd0c4'],
    accent: '#ffd34d',
    motif: confetti,
    genres: ['Infantil', 'Animación', 'Familiar', 'Familia', 'Pop'],
  },
  history: {
    colours: ['#3d2a14', '#a67c45'],
    accent: '#f4dfb8',
    motif: columns,
    genres: [
      'Historia',
      'Biografía',
      'Política',
      'Religión',
      'Religiosa',
      'Clásica',
      'Clásicos',
      'Ajedrez',
      'Éxitos de siempre',
    ],
  },
  music: {
    colours: ['#3a0d5c', '#d02f7f'],
    accent: '#7ff0e0',
    motif: equaliser,
    genres: ['Musical', 'Música', 'Hip hop', 'Reguetón', 'Variada'],
  },
  sport: {
    colours: ['#0d4a22', '#2f9e4f'],
    accent: '#f4fff0',
    motif: field,
    genres: ['Deporte', 'Deportes', 'Fútbol', 'Béisbol', 'Golf', 'Rugby'],
  },
  nature: {
    colours: ['#114232', '#5fae57'],
    accent: '#fdf3b0',
    motif: mountains,
    genres: ['Naturaleza', 'Medio ambiente', 'Folclore', 'Reggae', 'Comunitaria', 'Ciclismo'],
  },
  news: {
    colours: ['#0a2a66', '#c0273d'],
    accent: '#fff',
    motif: globe,
    genres: ['Noticias', 'Negocios', 'Legislativo', 'General'],
  },
} as const satisfies Record<string, Style & { genres: readonly string[] }>

const styleByGenre: ReadonlyMap<string, Style> = new Map(
  Object.values(STYLES).flatMap((style) => style.genres.map((genre) => [genre, style] as const)),
)

/** Motifs of kinds that have one, whatever the genre. */
const KIND_MOTIFS: Partial<Record<SubjectKind, Motif>> = {
  documentaries: globe,
  musics: equaliser,
  sports: field,
  channels: screen,
  radios: waves,
}

const KIND_STYLES: Partial<Record<SubjectKind, Style>> = {
  musics: STYLES.music,
  sports: STYLES.sport,
  documentaries: STYLES.nature,
}

/** Colours of pictures without a subject, dark enough for white text. */
const PALETTE = [
  ['#0b1220', '#1d3a6b'],
  ['#0f1b33', '#14508c'],
  ['#101426', '#2b3f87'],
  ['#0a1a2a', '#0e5a7a'],
  ['#141b2d', '#33518f'],
  ['#0d1530', '#1f4fa3'],
  ['#111827', '#1e5f74'],
  ['#0c1424', '#3a3f8f'],
] as const

/** Colours and motif of a subject, or one of several for a title alone. */
export const styleFor = (subject: KnownSubject, hash: number): Style => {
  const plain: Style = {
    colours: PALETTE[hash % PALETTE.length] ?? PALETTE[0],
    accent: '#9ec5ff',
    motif: rings,
  }
  const { kind, genre = '' } = subject
  const style = styleByGenre.get(genre) ?? (kind && KIND_STYLES[kind]) ?? plain
  return { ...style, motif: (kind && KIND_MOTIFS[kind]) ?? style.motif }
}

/** What tells a film from a series: the holes of its strip, or frames in a stack. */
export const drawKind = (kind: SubjectKind | undefined, { width, height }: Area): string => {
  const unit = Math.min(width, height) / 100
  if (kind === 'movies')
    return times(Math.ceil(width / (unit * 9)), (index) =>
      box(unit * (3 + index * 9), unit * 2.6, unit * 4.4, unit * 3.2, unit * 0.8, '#fff', 0.55),
    )
  if (kind !== 'series') return ''
  return times(
    3,
    (index) =>
      `<rect x="${round(width - unit * (25 - index * 3.5))}" y="${round(unit * (11 - index * 3.5))}" width="${round(unit * 16)}" height="${round(unit * 11)}" rx="${round(unit * 1.6)}" fill="#0b1220" fill-opacity="0.45" stroke="#fff" stroke-opacity="${1 - index * 0.25}" stroke-width="${round(unit * 0.9)}"/>`,
  )
}
