/** The 25 genres of films, as stored, with the film database's English names that mean the same (decisions D12). */
export const MOVIE_GENRES: Readonly<Record<string, readonly string[]>> = {
  Acción: ['Action'],
  Animación: ['Animation', 'Animated'],
  Aventura: ['Adventure'],
  Biografía: ['Biography', 'Biographical'],
  'Cine negro': ['Film-Noir', 'Noir'],
  'Ciencia ficción': ['Sci-Fi', 'Science Fiction'],
  Comedia: ['Comedy'],
  Corto: ['Short'],
  Crimen: ['Crime'],
  Deporte: ['Sport', 'Sports'],
  Documental: ['Documentary'],
  Drama: ['Drama'],
  Erótico: ['Erotic', 'Adult'],
  Familiar: ['Family'],
  Fantasía: ['Fantasy'],
  Guerra: ['War'],
  Historia: ['History', 'Historical'],
  Infantil: ['Kids', 'Children'],
  Misterio: ['Mystery'],
  Musical: ['Musical', 'Music'],
  Oeste: ['Western'],
  Romance: ['Romance', 'Romantic'],
  Superhéroes: ['Superhero'],
  Suspenso: ['Thriller', 'Suspense'],
  Terror: ['Horror'],
}

const byEnglish = new Map(
  Object.entries(MOVIE_GENRES).flatMap(([genre, names]) =>
    names.map((name) => [name.toLowerCase(), genre] as const),
  ),
)

/** The stored genres that a list of English names means, without repeats; unknown names are left out. */
export const genresFromEnglish = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => byEnglish.get(name.trim().toLowerCase()) ?? [])),
]
