/** Follows what a profile does not permit. A module of its own, since the sign-in page loads no permissions. */
export const WHOM_TO_ASK = 'Pida el permiso a quien administra los perfiles.'
