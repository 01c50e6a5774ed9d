import { testHostileRequests } from './hostile-requests.ts'

testHostileRequests('people')
