/** Returns the option for the stack; without one, commands use the local service. */
const stackOption = () => (window.location.hostname === 'localhost' ? '' : ' --stack NAME');

/** Returns a command of the operator CLI as it is run in the folder of the project. */
export const operatorCommand = (words: string): string => `npm run operator -- ${words}${stackOption()}`;
