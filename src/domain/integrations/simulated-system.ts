/**
 * How to connect to the simulated residential-care system, which runs inside the server outside production (GAP-110). The name
 * resolves nowhere else, so a connection to it fails in production.
 */
export const simulatedSystem = {
  address: 'https://ecase.simulated.example/api',
  facilityCode: 'BANKSIA',
  userName: 'wattle',
  secret: 'simulated-1',
} as const;
