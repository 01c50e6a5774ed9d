/** Age ratings of films (specification, section 9). */
export const MOVIE_RATINGS = ['G', 'PG', 'PG-13', 'R', 'NC-17', 'XXX'] as const

/** Age ratings of documentaries: those of films, without XXX. */
export const DOCUMENTARY_RATINGS = ['G', 'PG', 'PG-13', 'R', 'NC-17'] as const

/** Age ratings of series. */
export const SERIES_RATINGS = ['TV-Y', 'TV-Y7', 'TV-Y7-FV', 'TV-G', 'TV-PG', 'TV-14', 'TV-MA'] as const
