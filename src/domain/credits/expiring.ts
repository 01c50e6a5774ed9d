/** How many days ahead the list of users looks for licences that end soon; 0 is today. */
export const EXPIRING_DAYS = [0, 3, 7, 15, 30] as const
