import { adminDeleteUser } from "./admin-delete-user.ts";
import { adminGetUser } from "./admin-get-user.ts";
import { adminSetUserPassword } from "./admin-set-user-password.ts";
import { adminUpdateUserAttributes } from "./admin-update-user-attributes.ts";
import { adminUserGlobalSignOut } from "./admin-user-global-sign-out.ts";
import { changePassword } from "./change-password.ts";
import { confirmForgotPassword } from "./confirm-forgot-password.ts";
import { confirmSignUp } from "./confirm-sign-up.ts";
import { deleteUser } from "./delete-user.ts";
import { forgotPassword } from "./forgot-password.ts";
import { getTokensFromRefreshToken } from "./get-tokens-from-refresh-token.ts";
import { getUser } from "./get-user.ts";
import { globalSignOut } from "./global-sign-out.ts";
import { initiateAuth } from "./initiate-auth.ts";
import { listUsers } from "./list-users.ts";
import type { Operation } from "./operation.ts";
import { resendConfirmationCode } from "./resend-confirmation-code.ts";
import { respondToAuthChallenge } from "./respond-to-auth-challenge.ts";
import { revokeToken } from "./revoke-token.ts";
import { signUp } from "./sign-up.ts";
import { updateUserAttributes } from "./update-user-attributes.ts";

/** Every operation that the fake has, by its name in the protocol. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    AdminDeleteUser: adminDeleteUser,
    AdminGetUser: adminGetUser,
    AdminSetUserPassword: adminSetUserPassword,
    AdminUpdateUserAttributes: adminUpdateUserAttributes,
    AdminUserGlobalSignOut: adminUserGlobalSignOut,
    ChangePassword: changePassword,
    ConfirmForgotPassword: confirmForgotPassword,
    ConfirmSignUp: confirmSignUp,
    DeleteUser: deleteUser,
    ForgotPassword: forgotPassword,
    GetTokensFromRefreshToken: getTokensFromRefreshToken,
    GetUser: getUser,
    GlobalSignOut: globalSignOut,
    InitiateAuth: initiateAuth,
    ListUsers: listUsers,
    ResendConfirmationCode: resendConfirmationCode,
    RespondToAuthChallenge: respondToAuthChallenge,
    RevokeToken: revokeToken,
    SignUp: signUp,
    UpdateUserAttributes: updateUserAttributes,
  } satisfies Record<string, Operation>),
);
