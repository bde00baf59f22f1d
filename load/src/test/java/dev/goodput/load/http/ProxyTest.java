package dev.goodput.load.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyTest {
    private static @Nullable Proxy plain(String host, Map<String, String> environment) {
        return Proxy.fromEnvironment(environment, false, host, 8000);
    }

    @Test
    void isNamedByTheEnvironment() {
        assertThat(plain("a.test", Map.of())).isNull();
        assertThat(plain("a.test", Map.of("HTTP_PROXY", ""))).isNull();
        assertThat(plain("a.test", Map.of("HTTPS_PROXY", "http://p:1"))).isNull();
        assertThat(plain("a.test", Map.of("HTTP_PROXY", "http://p:3128/"))).isEqualTo(new Proxy("p", 3128, null, null));
        assertThat(plain("a.test", Map.of("HTTP_PROXY", "p:3128"))).isEqualTo(new Proxy("p", 3128, null, null));
        assertThat(plain("a.test", Map.of("HTTP_PROXY", "http://u:pw@p"))).isEqualTo(new Proxy("p", 80, "u", "pw"));
        assertThat(plain("a.test", Map.of("http_proxy", "p:1", "HTTP_PROXY", "p:2")))
                .isEqualTo(new Proxy("p", 1, null, null));
        assertThat(Proxy.fromEnvironment(Map.of("https_proxy", "p:1", "http_proxy", "p:2"), true, "a.test", 443))
                .isEqualTo(new Proxy("p", 1, null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "::1", "[::1]", "x.localhost"})
    void isNeverUsedForThisMachine(String host) {
        assertThat(plain(host, Map.of("HTTP_PROXY", "http://p:1"))).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "a.test,true",
                "A.TEST,true",
                ".test,true",
                "*.test,true",
                "test,true",
                "*,true",
                "\"x.org, a.test\",true",
                "a.test:8000,true",
                "a.test:8001,false",
                "b.test,false",
                "est,false",
                "\",\",false"
            })
    void exemptsHosts(String noProxy, boolean exempt) {
        assertThat(plain("a.test", Map.of("HTTP_PROXY", "http://p:1", "NO_PROXY", noProxy)) == null)
                .isEqualTo(exempt);
    }

    @ParameterizedTest
    @ValueSource(strings = {"socks5://p:1", "http://", "http://u:secret@:1", "http://p q"})
    void refusesWhatItCannotUseWithoutQuotingIt(String value) {
        assertThatThrownBy(() -> plain("a.test", Map.of("HTTP_PROXY", value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("HTTP_PROXY")
                .hasMessageNotContaining("secret");
    }

    @Test
    void masksItsPassword() {
        assertThat(new Proxy("p", 1, "u", "secret")).hasToString("http://p:1");
    }
}
