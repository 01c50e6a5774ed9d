/** The id of the settings where a record needs one: the API gives them none. */
export const SETTINGS_ID = 'settings'
