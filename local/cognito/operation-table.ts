import type { Operation } from "./operation.ts";
import { adminDeleteUser } from "./operations/admin-delete-user.ts";
import { adminGetUser } from "./operations/admin-get-user.ts";
import { adminSetUserPassword } from "./operations/admin-set-user-password.ts";
import { adminUpdateUserAttributes } from "./operations/admin-update-user-attributes.ts";
import { adminUserGlobalSignOut } from "./operations/admin-user-global-sign-out.ts";
import { changePassword } from "./operations/change-password.ts";
import { confirmForgotPassword } from "./operations/confirm-forgot-password.ts";
import { confirmSignUp } from "./operations/confirm-sign-up.ts";
import { deleteUser } from "./operations/delete-user.ts";
import { forgotPassword } from "./operations/forgot-password.ts";
import { getTokensFromRefreshToken } from "./operations/get-tokens-from-refresh-token.ts";
import { getUser } from "./operations/get-user.ts";
import { globalSignOut } from "./operations/global-sign-out.ts";
import { initiateAuth } from "./operations/initiate-auth.ts";
import { listUsers } from "./operations/list-users.ts";
import { resendConfirmationCode } from "./operations/resend-confirmation-code.ts";
import { respondToAuthChallenge } from "./operations/respond-to-auth-challenge.ts";
import { revokeToken } from "./operations/revoke-token.ts";
import { signUp } from "./operations/sign-up.ts";
import { updateUserAttributes } from "./operations/update-user-attributes.ts";

/** Every operation that the stand-in has, by its name in the protocol. */
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
