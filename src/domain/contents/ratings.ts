/** Age ratings of films (specification, section 9). */
export const MOVIE_RATINGS = ['G', 'PG', 'PG-13', 'R', 'NC-17', 'XXX'] as const
