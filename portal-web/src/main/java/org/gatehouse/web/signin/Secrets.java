package org.gatehouse.web.signin;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.gatehouse.web.startup.Settings;
import org.jspecify.annotations.NullUnmarked;

/** Random values, their hashes, and the encryption of what must be read again (AES-256-GCM, a nonce of its own each time). */
@ApplicationScoped
@NullUnmarked // a client proxy of this class has no key
class Secrets {

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private SecretKeySpec key;

    Secrets() {}

    @Inject
    Secrets(Settings settings) throws IOException {
        byte[] bytes = Files.readAllBytes(settings.sessions().keyFile());
        if (bytes.length != 32) {
            throw new IllegalStateException(settings.sessions().keyFile() + " must hold 32 bytes, not " + bytes.length);
        }
        key = new SecretKeySpec(bytes, "AES");
    }

    /** 256 random bits as text that fits in a cookie or an address. */
    String random() {
        byte[] bytes = new byte[32];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    static byte[] hash(String value) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static boolean same(String a, String b) {
        return MessageDigest.isEqual(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    byte[] encrypt(String text) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        byte[] secret = run(Cipher.ENCRYPT_MODE, nonce, text.getBytes(StandardCharsets.UTF_8), 0);
        byte[] both = Arrays.copyOf(nonce, NONCE_BYTES + secret.length);
        System.arraycopy(secret, 0, both, NONCE_BYTES, secret.length);
        return both;
    }

    String decrypt(byte[] both) {
        byte[] nonce = Arrays.copyOf(both, NONCE_BYTES);
        return new String(run(Cipher.DECRYPT_MODE, nonce, both, NONCE_BYTES), StandardCharsets.UTF_8);
    }

    private byte[] run(int mode, byte[] nonce, byte[] bytes, int from) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            return cipher.doFinal(bytes, from, bytes.length - from);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a stored secret cannot be read with this key", e);
        }
    }
}
