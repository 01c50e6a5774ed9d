export const MOVIE_RATINGS = ['G', 'PG', 'PG-13', 'R', 'NC-17', 'XXX'] as const

export const DOCUMENTARY_RATINGS = ['G', 'PG', 'PG-13', 'R', 'NC-17'] as const

export const SERIES_RATINGS = ['TV-Y', 'TV-Y7', 'TV-Y7-FV', 'TV-G', 'TV-PG', 'TV-14', 'TV-MA'] as const
