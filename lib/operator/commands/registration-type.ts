import { type Command, Option } from 'commander';
import { REGISTRATION_TYPES } from '../../../shared/platform/provider/eum/registrations/registration-types';

/** Adds the option that names a kind of registration. */
export const withType = (command: Command): Command =>
  command.addOption(
    new Option('--type <type>', 'kind of registration').choices(REGISTRATION_TYPES).makeOptionMandatory(),
  );
