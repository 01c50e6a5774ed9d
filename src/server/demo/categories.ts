import { CATEGORY_TYPES, type CategoryInput, type CategoryType } from '../../domain/contents/category.ts'

/** Spanish and English name of each category; an asterisk marks an inactive one. */
const NAMES: Readonly<Partial<Record<CategoryType, string>>> = {
  PELICULA: `
    Estrenos = New releases
    Clásicos del cine = Film classics
    Lo mejor de los 80 y 90 = Best of the 80s and 90s
    Acción y aventura = Action and adventure
    Para reír = Comedies
    Cine familiar = Family films
    Noches de terror = Horror nights
    Basadas en la vida real = Based on true events
    Premiadas = Award winners
    Románticas = Romance
    Cine dominicano = Dominican cinema
    Especial de Semana Santa = Easter special *`,
  SERIE: `
    Series nuevas = New series
    Policiales = Crime series
    Comedias de situación = Sitcoms
    Telenovelas = Telenovelas
    Infantiles = Children's series
    Documentales por episodios = Docuseries *`,
  DOCUMENTAL: `
    Naturaleza = Nature
    Historia universal = World history
    Ciencia y tecnología = Science and technology
    Biografías = Biographies
    Crimen real = True crime`,
  DISCOVER: `
    Recomendados = Recommended
    Cortometrajes = Short films
    Tutoriales = Tutorials
    Detrás de cámaras = Behind the scenes`,
  MUSICA: `
    Merengue y bachata = Merengue and bachata
    Salsa = Salsa
    Rock en español = Rock in Spanish
    Urbano = Urban
    Música clásica = Classical music
    Festivales = Festivals`,
  'TV EN VIVO': `
    Noticias = News
    Deportes = Sports
    Cine y series = Films and series
    Infantil = Kids
    Música = Music
    Religión = Religion
    Nacionales = National channels`,
  DEPORTE: `
    Béisbol = Baseball
    Boxeo = Boxing
    Baloncesto = Basketball
    Fútbol = Football
    Voleibol = Volleyball
    Lucha libre = Wrestling *`,
}

const parse = (type: CategoryType, line: string): CategoryInput => {
  const [name = '', descriptionEnglish = ''] = line.replace('*', '').split('=')
  return {
    name: name.trim(),
    descriptionEnglish: descriptionEnglish.trim(),
    type,
    status: !line.includes('*'),
  }
}

const parseCategories = (type: CategoryType): CategoryInput[] =>
  (NAMES[type] ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => parse(type, line))

export const demoCategories = (): CategoryInput[] => CATEGORY_TYPES.flatMap(parseCategories)
